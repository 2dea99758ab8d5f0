import { attributeColumn } from "../../../lib/contract/attribute-columns";
import { fold } from "../../../lib/format/fold";
import { type Language, languages } from "../../../lib/preferences/preferences";
import { offeredAttributes } from "../../attributes/values";
import { areaTexts } from "../../core/area-texts";
import { isPermitted } from "../../endpoint/permission";
import type { Context } from "../../endpoint/route";
import type { ImportField, ImportTarget } from "./targets";

/** Importable fields of records, with the available attributes if the caller may set their values. */
export async function fieldsFor(
  { db, user }: Pick<Context, "db" | "user">,
  { fields, attributes }: ImportTarget,
): Promise<readonly ImportField[]> {
  if (!attributes || !isPermitted(attributes.save.access, user.permissions)) return fields;
  const offered = await offeredAttributes(db, attributes.table);
  return [
    ...fields,
    ...offered
      .filter(({ attributeTypeId }) => attributeTypeId !== "None" && attributeTypeId !== "Layout")
      .map((attribute): ImportField => {
        const name = attributeColumn(attribute.attributeId);
        return { name, attribute, isRequired: false, isAlwaysSaved: false };
      }),
  ];
}

export function labelOf(
  { area, table }: ImportTarget,
  { name, attribute }: Pick<ImportField, "name" | "attribute">,
  language: Language,
): string {
  if (attribute) return attribute.attributeName;
  return name === table.idName ? "ID" : (areaTexts[language].fields[area]?.[name] ?? name);
}

/** `E-Mail`, `e mail` and `Email` mean the same. */
const folded = (text: string) => fold(text).replace(/[\s\-_.:*]+/g, "");

/**
 * Matches headings to fields by name in any of our languages, each field once. Fields with the same name match in order,
 * as in exports with an attribute named like a column.
 */
export function headingMatcher(
  target: ImportTarget,
  fields: readonly ImportField[],
  language: Language,
): (headings: readonly string[]) => (string | null)[] {
  const known = new Map<string, string[]>();
  const learn = (label: string, name: string) => {
    const names = known.get(folded(label)) ?? [];
    if (!names.includes(name)) known.set(folded(label), [...names, name]);
  };
  for (const { name } of fields) learn(name, name);
  for (const each of [language, ...languages])
    for (const field of fields) learn(labelOf(target, field, each), field.name);
  return (headings) => {
    const taken = new Set<string>();
    return headings.map((heading) => {
      const name = known.get(folded(heading))?.find((one) => !taken.has(one));
      if (name !== undefined) taken.add(name);
      return name ?? null;
    });
  };
}
