import { type AttributeType, separatedValues } from "./attribute-types";
import type { FilterColumn } from "./filters";

/** What the column of an attribute is called in a list's filters and exports, in layouts and addresses. */
export const attributeColumn = (attributeId: string) => `attributes.${attributeId}`;

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
