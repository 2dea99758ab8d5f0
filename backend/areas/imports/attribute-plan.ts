import { attributeColumn } from "../../../lib/contract/attribute-columns";
import type { StoredValue } from "../../attributes/read-value";
import type { Raw } from "../../attributes/values";
import { type FieldFault, RequestError } from "../../core/errors";
import { readEntered } from "../../records/attribute-handlers";
import { hasValue, type NamedOptions, readAttribute } from "./attribute-cells";
import type { Cell } from "./file/cell";
import type { AttributesOfRecord, GivenAttribute } from "./planned";
import type { Reader } from "./read-cell";
import { type ShownValue, shownAttribute } from "./shown";
import type { ImportField } from "./targets";

/** A row's changes to the attributes of its record. */
export interface AttributePlan {
  given: GivenAttribute[];
  /** Names of their fields. */
  names: string[];
  /** The record's current values by field; null for none. */
  before: Record<string, StoredValue | null>;
  shown: ShownValue[];
  faults: FieldFault[];
}

interface Known {
  reader: Reader;
  options: NamedOptions;
  /** The record's current values; undefined for a new one. */
  values?: AttributesOfRecord;
}

export function planAttributes(
  fields: readonly (ImportField | undefined)[],
  cells: readonly Cell[],
  { values, ...known }: Known,
): AttributePlan {
  const plan: AttributePlan = { given: [], names: [], before: {}, shown: [], faults: [] };
  fields.forEach((field, index) => {
    const { attribute } = field ?? {};
    if (!attribute) return;
    const { attributeId } = attribute;
    const name = attributeColumn(attributeId);
    const stored = values?.get(attributeId);
    const read = readAttribute(attribute, cells[index] ?? null, { ...known, stored });
    if ("rule" in read) plan.faults.push({ propertyName: name, ...read });
    if ("rule" in read || read.given === undefined) return;
    try {
      const value = readEntered(attribute, read.given, stored);
      if ((stored || read.given !== null) && hasValue(value, stored)) return;
      const option = known.options.get(attributeId)?.find(({ id }) => id === value.textValue);
      plan.given.push({ attributeId, attributeValue: read.given });
      plan.names.push(name);
      plan.before[name] = stored ? storedOf(stored) : null;
      // Calculated values are known after saving.
      if (!stored && read.given === null) return;
      plan.shown.push({
        field: name,
        value: shownAttribute(attribute, { ...value, valueName: option?.name }, known.reader),
        ...(values && { before: shownAttribute(attribute, stored, known.reader) }),
      });
    } catch (error) {
      if (!(error instanceof RequestError) || error.fields.length === 0) throw error;
      plan.faults.push(...error.fields.map((fault) => ({ ...fault, propertyName: name })));
    }
  });
  return plan;
}

/** A value in its database columns. */
function storedOf(stored: Raw): StoredValue {
  const { textValue, attributeValueName, numberValue, booleanValue, dayValue, momentValue, signature } =
    stored;
  return {
    textValue: (textValue as string | null) ?? "",
    valueName: (attributeValueName as string | null) ?? "",
    numberValue: numberValue === null ? null : String(numberValue),
    booleanValue: booleanValue as boolean | null,
    dayValue: dayValue as string | null,
    momentValue: momentValue === null ? null : new Date(momentValue as string).toISOString(),
    signature: signature as StoredValue["signature"],
  };
}
