import { allEndpoints } from "../../lib/contract";
import type { AttributeValue } from "../../lib/contract/attribute-values";
import { conflict, invalid, notFound } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { countDistinct, distinctIds } from "../database/uuid";
import { snakeCase } from "../lists/columns";
import { instantOf, instantOrNull } from "../lists/list";
import type { ListSource } from "../lists/list-source";
import { idArray } from "../members/memberships";
import { noValue, type StoredValue, type ValueAttribute } from "./read-value";

/** The table of values of an area's records, see `make_attribute_values` of the migration. */
export interface ValueTable {
  /** The noun for one record, such as `role`: the kind to which attributes are assigned. */
  noun: string;
  name: ReturnType<typeof sql.identifier>;
  recordId: ReturnType<typeof sql.identifier>;
  valueId: ReturnType<typeof sql.identifier>;
}

export function valueTableOf(noun: string): ValueTable {
  const name = snakeCase(noun);
  return {
    noun,
    name: sql.identifier(`${name}_attributes`),
    recordId: sql.identifier(`${name}_id`),
    valueId: sql.identifier(`${name}_attribute_id`),
  };
}

/** The value tables of all areas with `attributeEndpoints` in their contract. */
export const valueTables: readonly ValueTable[] = allEndpoints.flatMap(({ name, path }) => {
  const [, noun] = name === "addAttribute" ? (/:(\w+)Id\/attributes$/.exec(path) ?? []) : [];
  return noun ? [valueTableOf(noun)] : [];
});

export type Raw = Record<string, unknown>;
export type SortBy = "attributeName" | "createdOn" | "updatedOn";

export interface AssignedAttribute extends ValueAttribute {
  isRequired: boolean;
  /** Assigned to the kind of record, or without any assignment. */
  isOffered: boolean;
}

const assignments = sql`from attribute_assignments s where s.tenant_id = a.tenant_id and s.attribute_id = a.attribute_id`;
const isRequired = ({ noun }: ValueTable) =>
  sql`exists (select ${assignments} and s.attribute_assignment_type_id = ${noun} and s.is_required)`;
const isOffered = ({ noun }: ValueTable) =>
  sql`(not exists (select ${assignments}) or exists (select ${assignments} and s.attribute_assignment_type_id = ${noun}))`;

const definition = sql`a.attribute_id as "attributeId", a.attribute_name as "attributeName", a.attribute_type_id as "attributeTypeId",
  a.attribute_format as "attributeFormat", a.attribute_csv_values as "attributeCsvValues"`;

/** The active attributes assigned to a kind of record, sorted by name. */
export async function offeredAttributes(db: Database, table: ValueTable): Promise<AssignedAttribute[]> {
  const { rows } = await db.execute<AssignedAttribute & Raw>(sql`
    select ${definition}, ${isRequired(table)} as "isRequired", true as "isOffered" from attributes a
    where a.archived_on is null and exists (select from attribute_assignments s
      where s.tenant_id = a.tenant_id and s.attribute_id = a.attribute_id and s.attribute_assignment_type_id = ${table.noun})
    order by a.attribute_name_sort, a.attribute_id`);
  return rows;
}

/** The active attributes with the given ids, locked until the transaction ends. */
export async function attributesOf(
  db: Database,
  table: ValueTable,
  given: readonly string[],
): Promise<ReadonlyMap<string, AssignedAttribute>> {
  const { rows } = await db.execute<AssignedAttribute & Raw>(sql`
    select ${definition}, ${isRequired(table)} as "isRequired", ${isOffered(table)} as "isOffered"
    from attributes a where a.attribute_id = any(${idArray(distinctIds(given))}) and a.archived_on is null
    order by a.attribute_id for share of a`);
  return new Map(rows.map((row) => [row.attributeId, row]));
}

/** The columns to write for a value. Signer and time come from the server only. */
function written(value: StoredValue): Record<string, SQL> {
  const { signature } = value;
  return {
    text_value: sql`${value.textValue}`,
    value_name: sql`${value.valueName}`,
    number_value: sql`${value.numberValue}::numeric`,
    boolean_value: sql`${value.booleanValue}::boolean`,
    day_value: sql`${value.dayValue}::date`,
    moment_value: sql`${value.momentValue}::timestamptz`,
    signature: signature
      ? sql`${JSON.stringify(signature)}::jsonb
          || jsonb_build_object('userId', app_actor(), 'signatureDate', iso_instant(now()))`
      : sql`null::jsonb`,
  };
}

export async function insertValue(
  db: Database,
  { name, recordId: recordColumn, valueId }: ValueTable,
  recordId: string,
  { attributeId, attributeTypeId }: ValueAttribute,
  value: StoredValue,
): Promise<string> {
  const columns = written(value);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${name} (${recordColumn}, attribute_id, attribute_type_id, ${sql.raw(Object.keys(columns).join(", "))})
    values (${recordId}, ${attributeId}, ${attributeTypeId}, ${sql.join(Object.values(columns), ", ")})
    on conflict (tenant_id, ${recordColumn}, attribute_id) do nothing returning ${valueId} as id`);
  if (!rows[0]) throw invalid([{ propertyName: "attributeId", rule: "attributeThere" }]);
  return rows[0].id;
}

export async function writeValues(
  db: Database,
  { name, recordId: recordColumn }: ValueTable,
  recordId: string,
  given: readonly (readonly [ValueAttribute, StoredValue])[],
): Promise<void> {
  if (given.length === 0) return;
  const names = Object.keys(written(noValue));
  const rows = given.map(
    ([{ attributeId, attributeTypeId }, value]) =>
      sql`(${recordId}::uuid, ${attributeId}::uuid, ${attributeTypeId}, ${sql.join(Object.values(written(value)), ", ")})`,
  );
  const changes = names.map((column) =>
    column === "signature"
      ? // Saving the same signature again keeps its date.
        sql`signature = case when v.signature @> (excluded.signature - 'userId' - 'signatureDate')
          then v.signature else excluded.signature end`
      : sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`,
  );
  await db.execute(sql`
    insert into ${name} as v (${recordColumn}, attribute_id, attribute_type_id, ${sql.raw(names.join(", "))})
    values ${sql.join(rows, ", ")}
    on conflict (tenant_id, ${recordColumn}, attribute_id) do update set ${sql.join(changes, ", ")}`);
}

/** @throws {RequestError} 404 for a value that the record lacks, 409 for a required one */
export async function removeValues(
  db: Database,
  table: ValueTable,
  recordId: string,
  given: readonly string[],
) {
  const { name, recordId: recordColumn, valueId } = table;
  const { rows } = await db.execute<{ attributeName: string; isRequired: boolean }>(sql`
    select a.attribute_name as "attributeName", ${isRequired(table)} as "isRequired"
    from ${name} v join attributes a using (tenant_id, attribute_id)
    where v.${recordColumn} = ${recordId} and v.${valueId} = any(${idArray(distinctIds(given))})
    order by v.${valueId} for update of v`);
  if (rows.length !== countDistinct(given)) throw notFound();
  const needed = rows.filter(({ isRequired }) => isRequired).map(({ attributeName }) => attributeName);
  if (needed.length > 0) throw conflict("attributeRequired", { names: needed.join(", ") });
  await db.execute(sql`delete from ${name} where ${recordColumn} = ${recordId}
    and ${valueId} = any(${idArray(distinctIds(given))})`);
}

const columnsOf = (table: ValueTable) => sql`v.${table.valueId} as "valueId", a.attribute_id as "attributeId",
  a.attribute_name as "attributeName", a.attribute_type_id as "attributeTypeId", a.attribute_format as "attributeFormat",
  a.attribute_csv_values as "attributeCsvValues", a.dependent_attribute_id as "dependentAttributeId",
  a.dependent_property_id as "dependentPropertyId", ${isRequired(table)} as "isRequired",
  v.text_value as "textValue", v.value_name as "attributeValueName", v.number_value::float8 as "numberValue",
  v.boolean_value as "booleanValue", v.day_value::text as "dayValue", v.moment_value as "momentValue", v.signature,
  v.created_on as "createdOn", v.created_by_name as "createdBy", v.updated_on as "updatedOn", v.updated_by_name as "updatedBy",
  v.version`;

/** The attributes of one record; there are few, so they are sorted directly. */
export function valuesOf<Row>(table: ValueTable, recordId: string): ListSource<SortBy, Row> {
  const rows = sql`${table.name} v join attributes a on a.tenant_id = v.tenant_id and a.attribute_id = v.attribute_id`;
  return {
    rows,
    where: sql`v.${table.recordId} = ${recordId} and a.archived_on is null`,
    id: sql`v.${table.valueId}`,
    sorts: {
      attributeName: { by: sql`a.attribute_name_sort` },
      createdOn: { by: sql`v.created_on` },
      updatedOn: { by: sql`v.updated_on`, nullable: true },
    },
    filters: {},
    search: { rows, text: sql`a.attribute_name_sort` },
    detail: { columns: columnsOf(table), join: sql`${rows} on v.${table.valueId} = page.id`, isInRows: true },
    read: readRow<Row>(table),
  };
}

/** The values of a record that match a condition over `v`, unordered. */
export async function storedValues(
  db: Database,
  table: ValueTable,
  recordId: string,
  which: SQL,
): Promise<Raw[]> {
  const { rows } = await db.execute<Raw>(sql`select ${columnsOf(table)}
    from ${table.name} v join attributes a on a.tenant_id = v.tenant_id and a.attribute_id = v.attribute_id
    where v.${table.recordId} = ${recordId} and ${which} and a.archived_on is null`);
  return rows;
}

export async function valuesOfRecords(
  db: Database,
  table: ValueTable,
  { recordIds, attributeIds }: { recordIds: readonly string[]; attributeIds: readonly string[] },
): Promise<Raw[]> {
  if (recordIds.length === 0 || attributeIds.length === 0) return [];
  const { rows } = await db.execute<Raw>(sql`select v.${table.recordId} as "recordId", ${columnsOf(table)}
    from ${table.name} v join attributes a on a.tenant_id = v.tenant_id and a.attribute_id = v.attribute_id
    where v.${table.recordId} = any(${idArray(recordIds)}) and v.attribute_id = any(${idArray(attributeIds)})`);
  return rows;
}

/** @throws {RequestError} 404 */
export async function storedValue(
  db: Database,
  table: ValueTable,
  recordId: string,
  given: string,
): Promise<Raw> {
  const [valueId] = distinctIds([given]);
  const [found] = await storedValues(db, table, recordId, sql`v.${table.valueId} = ${valueId ?? null}::uuid`);
  if (!found) throw notFound();
  return found;
}

/** Converts the columns by kind to the value in a response; null when there is none. */
export const answeredValue = ({
  numberValue,
  booleanValue,
  dayValue,
  momentValue,
  signature,
  textValue,
}: Raw): AttributeValue["attributeValue"] =>
  (numberValue as number | null) ??
  (booleanValue === null ? null : String(booleanValue)) ??
  (dayValue as string | null) ??
  instantOrNull(momentValue) ??
  (signature === null ? null : JSON.stringify(signature)) ??
  ((textValue as string) || null);

export const readRow =
  <Row>({ noun }: ValueTable) =>
  ({ valueId, createdOn, updatedOn, ...stored }: Raw): Row => {
    const { textValue, numberValue, booleanValue, dayValue, momentValue, signature, ...row } = stored;
    return {
      [`${noun}AttributeId`]: valueId,
      ...row,
      attributeValue: answeredValue(stored),
      createdOn: instantOf(createdOn),
      updatedOn: instantOrNull(updatedOn),
    } as unknown as Row;
  };
