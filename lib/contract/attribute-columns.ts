import { type AttributeType, separatedValues } from "./attribute-types";
import type { FilterColumn } from "./filters";

/** Column name of an attribute in filters, exports, layouts and addresses. */
export const attributeColumn = (attributeId: string) => `attributes.${attributeId}`;

/** Whether lists can be sorted by attributes of the type: the order of their values must make sense to users. */
export const isSortedBy = (type: AttributeType) => sortedTypes.has(type);

const sortedTypes: ReadonlySet<AttributeType> = new Set([
  "String",
  "Number",
  "Boolean",
  "DateTime",
  "DetailTable",
  "CSV",
  "Radios",
]);

/** The filter column of an attribute; undefined for headings, which have no value. */
export function filterColumnOf({
  attributeTypeId,
  attributeCsvValues,
}: {
  attributeTypeId: AttributeType;
  attributeCsvValues: string;
}): FilterColumn | undefined {
  switch (attributeTypeId) {
    case "None":
    case "Layout":
      return undefined;
    case "Number":
      return { type: "number" };
    case "Boolean":
      return { type: "flag" };
    case "DateTime":
      return { type: "date", optional: true };
    case "CSV":
    case "Radios":
    case "Checkboxes":
      return { type: "choice", values: separatedValues(attributeCsvValues) };
    default:
      return { type: "text" };
  }
}
