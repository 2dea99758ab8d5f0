import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { isEntered } from "../../lib/contract/attribute-types";
import type { AttributeValue, attributeValueCreate, attributeValueEdit } from "../../lib/contract/attributed";
import { idArray } from "../access/memberships";
import { factsOf, instantOf, instantOrNull, listPage } from "../database/list";
import type { ListQuery, ListSource } from "../database/list-source";
import type { Database } from "../database/transaction";
import { countDistinct, distinctIds } from "../database/uuid";
import { conflict, type FieldFault, forbidden, invalid, notFound } from "../http/errors";
import { isPermitted } from "../http/permission";
import type { Context } from "../http/route";
import type { RecordRules } from "../records/handlers";
import type { AnyRecords, RecordTable } from "../records/table";
import { recalculate } from "./calculation";
import { dictionaries, optionName } from "./dictionaries";
import { isFilled, readValue, type StoredValue, type ValueAttribute } from "./read-value";
import { type ValueTable, valueTableOf } from "./table";

interface Call {
  params: { readonly [name: string]: string };
  context: Context;
}

type Raw = Record<string, unknown>;
type SortBy = "attributeName" | "createdOn" | "updatedOn";

/**
 * The handlers of the calls that `attributeEndpoints` declares, for the records of a table. Its migration says where their
 * values are kept (`make_attribute_values`).
 * @param rules of the records: what they refuse to edit has no attributes added, either
 */
export function attributeHandlers<R extends AnyRecords>(
  { records, idName, get, lock }: RecordTable<R>,
  rules: Pick<RecordRules<R>, "mayEdit"> = {},
) {
  type Row = AttributeValue<R["record"]>;
  const table = valueTableOf(records.record as string);
  const idOfValue = `${table.noun}AttributeId`;
  const recordToEdit = async ({ params, context }: Call) => {
    const recordId = params[idName] as string;
    const [stored] = await lock(context.db, distinctIds([recordId]));
    if (!stored) throw notFound();
    rules.mayEdit?.(stored);
    return recordId;
  };
  return {
    attributes: async (call: Call & { query: ListQuery<SortBy> }) => {
      const { db } = call.context;
      const recordId = call.params[idName] as string;
      await get(db, recordId);
      return listPage(db, valuesOf<Row>(table, recordId), call.query, factsOf(call.context));
    },
    addAttribute: async (call: Call & { body: z.output<typeof attributeValueCreate> }) => {
      const { context, body } = call;
      const recordId = await recordToEdit(call);
      const attribute = await attributeOf(context.db, table, body.attributeId);
      const value = await readGiven(context, attribute, body);
      const valueId = await insertValue(context.db, table, recordId, attribute, value);
      await recalculate(context.db, { of: attribute.attributeId, record: { table, recordId } });
      return valueId;
    },
    saveAttribute: async (call: Call & { body: z.output<typeof attributeValueEdit> }) => {
      const { context, body } = call;
      const { db } = context;
      const recordId = await recordToEdit(call);
      const valueId = call.params[idOfValue] as string;
      const stored = await storedValue(db, table, recordId, valueId);
      const attribute = await attributeOf(db, table, stored.attributeId as string);
      if (body.attributeId !== undefined && body.attributeId.toLowerCase() !== attribute.attributeId)
        throw invalid([{ propertyName: "attributeId", rule: "attributeOfValue" }]);
      if (body.attributeValue !== undefined) {
        const value = await readGiven(context, attribute, body, stored);
        if (isEntered(attribute)) await updateValue(db, table, valueId, value);
        await recalculate(db, { of: attribute.attributeId, record: { table, recordId } });
      }
      return readRow<Row>(table)(await storedValue(db, table, recordId, valueId));
    },
    removeAttributes: async (call: Call & { query: unknown }) => {
      const { db } = call.context;
      const given = Object.values(call.query as Record<string, string[] | undefined>).flatMap(
        (ids) => ids ?? [],
      );
      const recordId = await recordToEdit(call);
      await removeValues(db, table, recordId, given);
      await recalculate(db, { record: { table, recordId } });
      return null;
    },
  };
}

/** A living attribute, with whether records of the kind have to have a value of it. */
interface AssignedAttribute extends ValueAttribute {
  isRequired: boolean;
}

const isRequired = ({
  noun,
}: ValueTable) => sql`exists (select from attribute_assignments s where s.tenant_id = a.tenant_id
  and s.attribute_id = a.attribute_id and s.attribute_assignment_type_id = ${noun} and s.is_required)`;

/** @throws {RequestError} 400 on `attributeId` */
async function attributeOf(db: Database, table: ValueTable, given: string): Promise<AssignedAttribute> {
  const [attributeId] = distinctIds([given]);
  const { rows } = await db.execute<AssignedAttribute & Raw>(sql`
    select a.attribute_id as "attributeId", a.attribute_name as "attributeName", a.attribute_type_id as "attributeTypeId",
      a.attribute_format as "attributeFormat", a.attribute_csv_values as "attributeCsvValues", ${isRequired(table)} as "isRequired"
    from attributes a where a.attribute_id = ${attributeId ?? null}::uuid and a.archived_on is null for share of a`);
  if (!rows[0]) throw invalid([{ propertyName: "attributeId", rule: "unknown" }]);
  return rows[0];
}

const refused = (rule: FieldFault["rule"], values?: FieldFault["values"]) =>
  invalid([{ propertyName: "attributeValue", rule, values }]);

type GivenValue = Pick<z.output<typeof attributeValueCreate>, "attributeValue">;

/** @throws {RequestError} 400 on `attributeValue`, 403 for the entry of a dictionary that the caller may not see */
async function readGiven(
  context: Context,
  attribute: AssignedAttribute,
  { attributeValue }: GivenValue,
  stored?: Raw,
): Promise<StoredValue> {
  const value = readValue(attribute, attributeValue);
  if (attribute.isRequired && isEntered(attribute) && !isFilled(value))
    throw refused(attribute.attributeTypeId === "Boolean" ? "mustBeTrue" : "required");
  if (attribute.attributeTypeId !== "DetailTable" || value.textValue === "") return value;
  // What was chosen before stays, also where it is gone since; what it is called is nobody's to say.
  if (stored?.textValue === value.textValue)
    return { ...value, valueName: stored.attributeValueName as string };
  return { ...value, valueName: await chosenName(context, attribute, value.textValue) };
}

async function chosenName(
  { db, user }: Context,
  { attributeFormat }: ValueAttribute,
  id: string,
): Promise<string> {
  const dictionary = Object.hasOwn(dictionaries, attributeFormat) ? dictionaries[attributeFormat] : undefined;
  if (!dictionary) throw refused("attributeFormatMissing");
  if (!isPermitted(dictionary.access, user.permissions)) throw forbidden();
  const name = await optionName(db, dictionary, id);
  if (name === undefined) throw refused("unknown");
  return name;
}

/** What is written of a value. Who signs, and when, is nobody's to say but ours. */
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

async function insertValue(
  db: Database,
  { name, recordId: recordColumn, valueId }: ValueTable,
  recordId: string,
  { attributeId, attributeTypeId }: ValueAttribute,
  value: StoredValue,
): Promise<string> {
  const columns = written(value);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${name} (${recordColumn}, attribute_id, attribute_type_id, ${sql.raw(Object.keys(columns).join(", "))})
    values (${recordId}, ${attributeId}, ${attributeTypeId}, ${sql.join(Object.values(columns), sql`, `)})
    on conflict (tenant_id, ${recordColumn}, attribute_id) do nothing returning ${valueId} as id`);
  if (!rows[0]) throw invalid([{ propertyName: "attributeId", rule: "attributeThere" }]);
  return rows[0].id;
}

async function updateValue(
  db: Database,
  { name, valueId: id }: ValueTable,
  valueId: string,
  value: StoredValue,
) {
  const columns = written(value);
  // The same signature once more is none of today's.
  columns.signature = sql`case when v.signature @> ${JSON.stringify(value.signature ?? {})}::jsonb and ${value.signature !== null}
    then v.signature else ${columns.signature} end`;
  const changes = Object.entries(columns).map(([column, given]) => sql`${sql.identifier(column)} = ${given}`);
  await db.execute(sql`update ${name} v set ${sql.join(changes, sql`, `)} where v.${id} = ${valueId}`);
}

/** @throws {RequestError} 404 for what the record does not have, 409 for what it has to have */
async function removeValues(db: Database, table: ValueTable, recordId: string, given: readonly string[]) {
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
  v.created_on as "createdOn", v.created_by_name as "createdBy", v.updated_on as "updatedOn", v.updated_by_name as "updatedBy"`;

/** The attributes of one record; there are few, so they are sorted as they come. */
function valuesOf<Row>(table: ValueTable, recordId: string): ListSource<SortBy, Row> {
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

/** @throws {RequestError} 404 */
async function storedValue(db: Database, table: ValueTable, recordId: string, given: string): Promise<Raw> {
  const [valueId] = distinctIds([given]);
  const { rows } = await db.execute<Raw>(sql`select ${columnsOf(table)}
    from ${table.name} v join attributes a on a.tenant_id = v.tenant_id and a.attribute_id = v.attribute_id
    where v.${table.recordId} = ${recordId} and v.${table.valueId} = ${valueId ?? null}::uuid and a.archived_on is null`);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const readRow =
  <Row>({ noun }: ValueTable) =>
  ({
    valueId,
    textValue,
    numberValue,
    booleanValue,
    dayValue,
    momentValue,
    signature,
    createdOn,
    updatedOn,
    ...row
  }: Raw): Row =>
    ({
      [`${noun}AttributeId`]: valueId,
      ...row,
      attributeValue:
        numberValue ??
        (booleanValue === null ? null : String(booleanValue)) ??
        dayValue ??
        instantOrNull(momentValue) ??
        (signature === null ? null : JSON.stringify(signature)) ??
        (textValue || null),
      createdOn: instantOf(createdOn),
      updatedOn: instantOrNull(updatedOn),
    }) as unknown as Row;
