import * as z from "zod";
import {
  type AttributeOptions,
  hasOptions,
  optionsIn,
  optionsOfType,
  separatedValues,
  textareaRows,
} from "../../../lib/contract/attribute-types";
import {
  type AttributeDetail,
  type attributeCreate,
  type attributeEdit,
  attributeOptions,
} from "../../../lib/contract/attributes";
import { messageOf } from "../../../lib/validation/messages";
import { dictionaries } from "../../attributes/dictionaries";
import { type FieldFault, invalid } from "../../core/errors";

export type Given = z.output<typeof attributeCreate>;
export type Edit = z.output<typeof attributeEdit>;
export type Stored = Pick<AttributeDetail, "attributeTypeId" | "attributeFormat">;

export const refused = (propertyName: string, rule: FieldFault["rule"], values?: FieldFault["values"]) =>
  invalid([{ propertyName, rule, values }]);

const optionSchema = z.looseObject(attributeOptions);

/**
 * Merges the options of an attribute's type into its format: a format sent as JSON is stored as sent, and options sent
 * separately replace theirs in it.
 */
export function withFormat<G extends Given | Edit>(given: G, stored?: Stored): G {
  const attributeTypeId = given.attributeTypeId ?? stored?.attributeTypeId ?? "None";
  if (!hasOptions(attributeTypeId)) return given;
  const named = Object.fromEntries(
    optionsOfType[attributeTypeId].flatMap((name) =>
      given[name] === undefined ? [] : [[name, given[name]]],
    ),
  ) as Partial<AttributeOptions>;
  const isSame = stored?.attributeTypeId === attributeTypeId;
  const attributeFormat = given.attributeFormat || (isSame ? stored.attributeFormat : "");
  if (Object.keys(named).length === 0) return given;
  return {
    ...given,
    attributeFormat: JSON.stringify({ ...optionsIn({ attributeTypeId, attributeFormat }), ...named }),
  };
}

/** @throws {RequestError} 400 on properties that do not fit an attribute's type */
export function refuseFaultyFormat({ attributeTypeId, attributeFormat, attributeCsvValues }: Given): void {
  if (hasOptions(attributeTypeId) && attributeFormat !== "") {
    const read = optionSchema.safeParse(parsed(attributeFormat));
    if (!read.success) {
      const [issue] = read.error.issues;
      const { key, values } = issue ? messageOf(issue) : { key: "invalid" as const, values: {} };
      throw refused(String(issue?.path[0] ?? "attributeFormat"), key, values);
    }
  }
  if (attributeTypeId === "Textarea" && !(textareaRows as readonly string[]).includes(attributeFormat))
    throw refused("attributeFormat", "oneOf", { options: textareaRows.filter(Boolean).join(", ") });
  if (attributeTypeId === "DetailTable" && attributeFormat === "")
    throw refused("attributeFormat", "required");
  if (attributeTypeId === "DetailTable" && !Object.hasOwn(dictionaries, attributeFormat))
    throw refused("attributeFormat", "oneOf", { options: Object.keys(dictionaries).join(", ") });
  if (attributeTypeId === "CSV" && separatedValues(attributeCsvValues).length === 0)
    throw refused("attributeCsvValues", "required");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
