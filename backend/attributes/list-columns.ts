import { attributeColumn, filterColumnOf } from "../../lib/contract/attribute-columns";
import { type Attributed, maxAttributeColumns, optionsIn } from "../../lib/contract/attribute-types";
import type { ListedAttributes } from "../../lib/contract/attribute-values";
import type { ExportColumnKind } from "../../lib/contract/export-columns";
import { attributeOfColumn } from "../../lib/contract/filters";
import { type FieldFault, forbidden, invalid } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { distinctIds } from "../database/uuid";
import type { AddColumns, AddedColumns } from "../lists/list-source";
import { idArray } from "../members/memberships";
import { keyOf, type ListedAttribute, momentIn, sortOf, typedFilter, type ValuesOfRows } from "./list-keys";
import { answeredValue, type ValueTable, valueTableOf } from "./values";

// Attributes of records as columns of their list: returned with its rows, filtered by and exported.

/**
 * Adds attributes as columns to a list of records, for readers who may see the attributes of one record.
 * @param id of a record, in the list's SQL
 */
export function attributeColumns({ kind, permission }: Attributed, id: SQL): AddColumns {
  const table = valueTableOf(kind);
  return async (db, { attributes, filters, sortBy, form }, { timeZone = "UTC", permissions }) => {
    if (!(permissions as ReadonlySet<string> | undefined)?.has(permission)) throw forbidden();
    const ids = distinctIds(attributes);
    const named = [...filters.map(({ column }) => column), sortBy].flatMap(
      (column) => attributeOfColumn(column) ?? [],
    );
    const found = assigned(db, table, [...ids, ...named]);
    // Values are returned regardless of their types, so the list need not wait for those.
    if (form === "answer" && named.length === 0) {
      const refused = found.then((known) => refuse(unknownAmong(attributes, known)));
      refused.catch(() => {});
      return { filters, keys: {}, ...answerOf(ids, table, id), refused };
    }
    const known = await found;
    const faults = unknownAmong(attributes, known);
    const typed = filters.map((filter) => typedFilter(filter, known, faults));
    const sort = sortOf(sortBy, known, { table, id, timeZone }, faults);
    refuse(faults);
    const keys = Object.fromEntries(
      [...known.values()].map((attribute) => [
        attributeColumn(attribute.attributeId),
        keyOf(attribute, { table, id, timeZone }),
      ]),
    );
    const shown = ids.map((attributeId) => known.get(attributeId) as ListedAttribute);
    const added = form === "answer" ? answerOf(ids, table, id) : sheetOf(shown, { table, id, timeZone });
    return { filters: typed, keys, sort, ...added };
  };
}

const unknownAmong = (attributes: readonly string[], known: ReadonlyMap<string, unknown>) =>
  attributes.flatMap((attributeId, at): FieldFault[] =>
    known.has(attributeId.toLowerCase()) ? [] : [{ propertyName: `attributes.${at}`, rule: "unknown" }],
  );

function refuse(faults: FieldFault[]): void {
  if (faults.length > 0) throw invalid(faults);
}

/**
 * Matches any of the ids, hidden from the planner: it would plan for each set of ids, which takes about as long as
 * reading the values.
 */
const among = (ids: readonly string[]) => sql`any((select ${idArray(ids)})::uuid[])`;

type Columns = Pick<AddedColumns, "columns" | "join" | "read" | "kinds">;

/**
 * The values of a row by attribute id, aggregated in one subquery: a join per attribute takes longer to plan than to
 * execute. Omits the pictures of signatures.
 */
function answerOf(ids: readonly string[], { name, recordId }: ValueTable, id: SQL): Columns {
  const values = sql`(
    select json_object_agg(v.attribute_id, json_build_array(v.number_value::float8, v.boolean_value, v.day_value, v.moment_value,
      v.signature - 'approvedSignature', v.text_value, v.value_name))
    from ${name} v where v.tenant_id = r.tenant_id and v.${recordId} = ${id} and v.attribute_id = ${among(ids)})`;
  return {
    columns: sql`, ${values} as attributes`,
    join: sql``,
    read: ({ attributes }) => ({ attributes: listed((attributes ?? {}) as Record<string, unknown[]>) }),
    kinds: {},
  };
}

function listed(rows: Readonly<Record<string, readonly unknown[]>>): ListedAttributes {
  const values = Object.entries(rows).map(([attributeId, parts]) => {
    const [numberValue, booleanValue, dayValue, momentValue, signature, textValue, valueName] = parts;
    const value = { numberValue, booleanValue, dayValue, momentValue, signature, textValue };
    return [attributeId, { attributeValue: answeredValue(value), attributeValueName: valueName }] as const;
  });
  return Object.fromEntries(values.filter(([, { attributeValue }]) => attributeValue !== null)) as never;
}

/** Each in its own column, under its name. */
function sheetOf(shown: readonly ListedAttribute[], { table, id, timeZone }: ValuesOfRows): Columns {
  const cells = shown.map((attribute, at) => {
    const v = sql.raw(`v${at}`);
    const join = sql` left join ${table.name} ${v} on ${v}.tenant_id = r.tenant_id and ${v}.${table.recordId} = ${id}
      and ${v}.attribute_id = ${attribute.attributeId}`;
    return { name: attributeColumn(attribute.attributeId), join, ...sheetValue(attribute, v, timeZone) };
  });
  return {
    columns: sql.join(cells.map(({ name, value }) => sql`, ${value} as ${sql.identifier(name)}`)),
    join: sql.join(cells.map(({ join }) => join)),
    read: () => ({}),
    kinds: Object.fromEntries(cells.map(({ name, kind }) => [name, kind])),
  };
}

/** The active attributes among the given ids that are available to records of the kind and have values. */
async function assigned(
  db: Database,
  { noun }: ValueTable,
  given: readonly string[],
): Promise<ReadonlyMap<string, ListedAttribute>> {
  const { rows } = await db.execute<ListedAttribute>(sql`
    select a.attribute_id as "attributeId", a.attribute_name as "attributeName", a.attribute_type_id as "attributeTypeId",
      a.attribute_format as "attributeFormat", a.attribute_csv_values as "attributeCsvValues"
    from attributes a where a.attribute_id = ${among(distinctIds(given))} and a.archived_on is null
      and exists (select from attribute_assignments s where s.tenant_id = a.tenant_id and s.attribute_id = a.attribute_id
        and s.attribute_assignment_type_id = ${noun})`);
  return new Map(rows.filter(filterColumnOf).map((attribute) => [attribute.attributeId, attribute]));
}

/** As displayed in the list, with real numbers and dates. */
function sheetValue(
  attribute: ListedAttribute,
  v: SQL,
  timeZone: string,
): { kind: ExportColumnKind; value: SQL } {
  const { showTimeSelect, hideCaption, trueCaption, falseCaption } = optionsIn(attribute);
  switch (attribute.attributeTypeId) {
    case "Number":
      return { kind: "number", value: sql`${v}.number_value::float8` };
    case "Boolean":
      return hideCaption || !(trueCaption && falseCaption)
        ? { kind: "boolean", value: sql`${v}.boolean_value` }
        : {
            kind: "text",
            value: sql`case when ${v}.boolean_value then ${trueCaption}::text when not ${v}.boolean_value then ${falseCaption}::text end`,
          };
    case "DateTime":
      return showTimeSelect
        ? { kind: "dateTime", value: momentIn(v, timeZone) }
        : {
            kind: "day",
            value: sql`coalesce(${v}.day_value, (${v}.moment_value at time zone ${timeZone}::text)::date)`,
          };
    case "DetailTable":
      return { kind: "text", value: sql`coalesce(nullif(${v}.value_name, ''), ${v}.text_value)` };
    case "Signature":
      return { kind: "text", value: sql`${v}.signature ->> 'signatureName'` };
    case "Checkboxes":
      return { kind: "text", value: sql`replace(${v}.text_value, ';', ', ')` };
    default:
      return { kind: "text", value: sql`${v}.text_value` };
  }
}

/** @throws {RequestError} 400 on `columns` when a spreadsheet would have more attributes than a list */
export function attributesAmong(columns: readonly { dataField: string }[]): string[] {
  const attributes = distinctIds(columns.flatMap(({ dataField }) => attributeOfColumn(dataField) ?? []));
  if (attributes.length > maxAttributeColumns)
    throw invalid([{ propertyName: "columns", rule: "maxItems", values: { max: maxAttributeColumns } }]);
  return attributes;
}
