import { type AttributeType, separatedValues } from "./attribute-types";
import type { FilterColumn } from "./filters";

/** What the column of an attribute is called in a list's filters and exports, in layouts and addresses. */
export const attributeColumn = (attributeId: string) => `attributes.${attributeId}`;

/** Whether a list is sorted by an attribute of the type: one whose values have an order that people see. */
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

/** How a list is filtered by an attribute of its records; undefined for headings, which have no value. */
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
