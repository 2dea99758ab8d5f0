import { attributeColumn, filterColumnOf, isSortedBy } from "../../lib/contract/attribute-columns";
import type { AttributeType } from "../../lib/contract/attribute-types";
import { faultOf } from "../../lib/contract/filter-text";
import { attributeOfColumn, type Filter, type FilterColumn } from "../../lib/contract/filters";
import type { FieldFault } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { FilterKey } from "../lists/filters";
import type { AddedColumns } from "../lists/list-source";
import type { ValueTable } from "./values";

// Filter and sort keys for attributes of a list's records.

export interface ListedAttribute extends Record<string, unknown> {
  attributeId: string;
  attributeName: string;
  attributeTypeId: AttributeType;
  attributeFormat: string;
  attributeCsvValues: string;
}

/** The values of a list's rows, with their ids as `id` in the list's SQL, and the reader's time zone. */
export interface ValuesOfRows {
  table: ValueTable;
  id: SQL;
  timeZone: string;
}

/** Converts a filter on an attribute to the attribute's type; others are unchanged. Adds mismatches to `faults`. */
export function typedFilter(
  filter: Filter,
  known: ReadonlyMap<string, ListedAttribute>,
  faults: FieldFault[],
): Filter {
  const attributeId = attributeOfColumn(filter.column)?.toLowerCase();
  if (attributeId === undefined) return filter;
  const attribute = known.get(attributeId);
  if (!attribute) {
    faults.push({ propertyName: "filters", rule: "filterAttribute", values: { column: filter.column } });
    return filter;
  }
  const column = filterColumnOf(attribute) as FilterColumn;
  const fault = faultOf(attribute.attributeName, column, filter.operator, filter.values);
  if (fault) faults.push({ propertyName: "filters", ...fault });
  return { ...filter, column: attributeColumn(attributeId), type: column.type };
}

/** Searches the rows of one attribute, which the table's index finds. */
export function keyOf(
  { attributeId, attributeTypeId }: ListedAttribute,
  { table, id, timeZone }: ValuesOfRows,
): FilterKey {
  const isOfSeveral = attributeTypeId === "Checkboxes";
  const entries = isOfSeveral ? sql`, unnest(string_to_array(v.text_value, ';')) as entry` : sql``;
  return {
    by: isOfSeveral ? sql`entry` : comparedValue(attributeTypeId, timeZone),
    within: {
      id,
      rows: (holds) => sql`select v.${table.recordId} from ${table.name} v${entries}
        where v.attribute_id = ${attributeId} and ${holds}`,
    },
  };
}

/** Joins the values of one attribute for sorting. Adds attributes without an order to `faults`. */
export function sortOf(
  sortBy: string,
  known: ReadonlyMap<string, ListedAttribute>,
  { table, id, timeZone }: ValuesOfRows,
  faults: FieldFault[],
): AddedColumns["sort"] {
  const attributeId = attributeOfColumn(sortBy);
  if (attributeId === undefined) return undefined;
  const attribute = known.get(attributeId);
  if (!attribute || !isSortedBy(attribute.attributeTypeId)) {
    faults.push({ propertyName: "sortBy", rule: "sortAttribute", values: { column: sortBy } });
    return undefined;
  }
  return {
    key: { by: sortedValue(attribute.attributeTypeId, timeZone), nullable: true },
    join: sql` left join ${table.name} v on v.${table.recordId} = ${id} and v.attribute_id = ${attributeId}`,
  };
}

function comparedValue(type: AttributeType, timeZone: string): SQL {
  switch (type) {
    case "Number":
      return sql`v.number_sort`;
    case "Boolean":
      return sql`v.boolean_value`;
    case "DateTime":
      return momentIn(sql`v`, timeZone);
    case "CSV":
    case "Radios":
      return sql`v.text_value`;
    case "DetailTable":
      return sql`fold(v.value_name)`;
    case "Signature":
      return sql`fold(coalesce(v.signature ->> 'signatureName', ''))`;
    default:
      return sql`fold(v.text_value)`;
  }
}

/** A text without letters counts as no value, like a missing row. */
function sortedValue(type: AttributeType, timeZone: string): SQL {
  switch (type) {
    case "Number":
    case "Boolean":
    case "DateTime":
      return comparedValue(type, timeZone);
    case "DetailTable":
      return sql`nullif(fold(v.value_name), '')`;
    default:
      return sql`nullif(fold(v.text_value), '')`;
  }
}

/** The instant of a value that may be a day or a moment (FM-10): a day begins in the reader's time zone. */
export const momentIn = (v: SQL, timeZone: string) =>
  sql`coalesce(${v}.moment_value, ${v}.day_value::timestamp at time zone ${timeZone}::text)`;
