import type * as z from "zod";
import { isEntered } from "../../lib/contract/attribute-types";
import type {
  AttributeValue,
  attributeValueCreate,
  attributeValueEdit,
  attributeValuesSave,
  GivenAttributeValue,
} from "../../lib/contract/attribute-values";
import { recalculate } from "../attributes/calculation";
import { dictionaryOf, optionName } from "../attributes/dictionaries";
import { isFilled, readValue, type StoredValue, type ValueAttribute } from "../attributes/read-value";
import {
  type AssignedAttribute,
  attributesOf,
  insertValue,
  type Raw,
  readRow,
  removeValues,
  type SortBy,
  storedValue,
  storedValues,
  valuesOf,
  valueTableOf,
  writeValues,
} from "../attributes/values";
import { type FieldFault, forbidden, invalid, notFound, RequestError, stale } from "../core/errors";
import { settleAll } from "../database/settle-all";
import { sql } from "../database/sql";
import { distinctIds } from "../database/uuid";
import { isPermitted } from "../endpoint/permission";
import type { Context } from "../endpoint/route";
import { listFacts, listPage } from "../lists/list";
import type { ListQuery } from "../lists/list-source";
import { idArray } from "../members/memberships";
import type { RecordRules } from "./rules";
import type { AnyRecords, RecordTable } from "./table";

interface Call {
  params: { readonly [name: string]: string };
  context: Context;
}

/**
 * Handlers for the calls that `attributeEndpoints` declares, on the records of a table. Its migration defines the table
 * of values (`make_attribute_values`).
 * @param rules of the records: records that they protect from editing accept no attributes either
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
  /** @throws {RequestError} 400 on `attributeId` */
  const attributeOf = async ({ db }: Context, given: string) => {
    const [attribute] = (await attributesOf(db, table, [given])).values();
    if (!attribute) throw invalid([{ propertyName: "attributeId", rule: "unknown" }]);
    return attribute;
  };
  return {
    attributes: async (call: Call & { query: ListQuery<SortBy> }) => {
      const { db } = call.context;
      const recordId = call.params[idName] as string;
      const values = listPage(db, valuesOf<Row>(table, recordId), call.query, listFacts(call.context));
      const [page] = await settleAll(values, get(db, recordId));
      return page;
    },
    addAttribute: async (call: Call & { body: z.output<typeof attributeValueCreate> }) => {
      const { context, body } = call;
      const recordId = await recordToEdit(call);
      const attribute = await attributeOf(context, body.attributeId);
      if (!attribute.isOffered) throw invalid([{ propertyName: "attributeId", rule: "attributeNotOffered" }]);
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
      const attribute = await attributeOf(context, stored.attributeId as string);
      if (body.attributeId !== undefined && body.attributeId.toLowerCase() !== attribute.attributeId)
        throw invalid([{ propertyName: "attributeId", rule: "attributeOfValue" }]);
      if (body.version !== undefined && body.version !== stored.version)
        throw stale(readRow<Row>(table)(stored));
      if (body.attributeValue !== undefined) {
        const value = await readGiven(context, attribute, body, stored);
        if (isEntered(attribute)) await writeValues(db, table, recordId, [[attribute, value]]);
        await recalculate(db, { of: attribute.attributeId, record: { table, recordId } });
      }
      return readRow<Row>(table)(await storedValue(db, table, recordId, valueId));
    },
    saveAttributes: async (call: Call & { body: z.output<typeof attributeValuesSave> }) => {
      const { context, body } = call;
      const { db } = context;
      const recordId = await recordToEdit(call);
      const ids = body.attributes.map(({ attributeId }) => attributeId.toLowerCase());
      const among = sql`v.attribute_id = any(${idArray(distinctIds(ids))})`;
      const attributes = await attributesOf(db, table, ids);
      const stored = byAttribute(await storedValues(db, table, recordId, among));
      // A value that was removed meanwhile has no version.
      const isStale = body.attributes.some(
        ({ version }, index) => version !== undefined && version !== stored.get(ids[index] ?? "")?.version,
      );
      if (isStale) throw stale([...stored.values()].map(readRow<Row>(table)));
      await writeValues(
        db,
        table,
        recordId,
        await readAllGiven(context, body.attributes, attributes, stored),
      );
      await recalculate(db, { record: { table, recordId } });
      const saved = byAttribute(await storedValues(db, table, recordId, among));
      return ids.map((id) => readRow<Row>(table)(saved.get(id) as Raw));
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

const refused = (rule: FieldFault["rule"], values?: FieldFault["values"]) =>
  invalid([{ propertyName: "attributeValue", rule, values }]);

/** @throws {RequestError} 400 with the position of each invalid value */
async function readAllGiven(
  context: Context,
  all: z.output<typeof attributeValuesSave>["attributes"],
  attributes: ReadonlyMap<string, AssignedAttribute>,
  stored: ReadonlyMap<string, Raw>,
): Promise<[AssignedAttribute, StoredValue][]> {
  const ids = all.map(({ attributeId }) => attributeId.toLowerCase());
  const faults: FieldFault[] = [];
  const values: [AssignedAttribute, StoredValue][] = [];
  for (const [index, given] of all.entries()) {
    const at = (name: string) => `attributes.${index}.${name}`;
    const id = ids[index] as string;
    const attribute = attributes.get(id);
    if (!attribute || ids.indexOf(id) < index) {
      faults.push({ propertyName: at("attributeId"), rule: attribute ? "attributeThere" : "unknown" });
      continue;
    }
    // Existing values can be changed even if the attribute is no longer assigned.
    if (!attribute.isOffered && !stored.has(id)) {
      faults.push({ propertyName: at("attributeId"), rule: "attributeNotOffered" });
      continue;
    }
    try {
      const value = await readGiven(context, attribute, given, stored.get(id));
      // Users cannot enter calculated values; an existing one stays.
      if (isEntered(attribute) || !stored.has(id)) values.push([attribute, value]);
    } catch (error) {
      if (!(error instanceof RequestError) || error.fields.length === 0) throw error;
      faults.push(...error.fields.map((fault) => ({ ...fault, propertyName: at(fault.propertyName) })));
    }
  }
  if (faults.length > 0) throw invalid(faults);
  return values;
}

type GivenValue = Pick<z.output<typeof attributeValueCreate>, "attributeValue">;

/** @throws {RequestError} 400 on `attributeValue`, 403 for a dictionary entry that the caller may not see */
export async function readGiven(
  context: Context,
  attribute: AssignedAttribute,
  { attributeValue }: GivenValue,
  stored?: Raw,
): Promise<StoredValue> {
  const value = readEntered(attribute, attributeValue, stored);
  if (attribute.attributeTypeId !== "DetailTable" || value.textValue === "") return value;
  // An earlier choice stays, even if its option is gone; its name cannot be supplied by the client.
  if (stored?.textValue === value.textValue)
    return { ...value, valueName: stored.attributeValueName as string };
  return { ...value, valueName: await chosenName(context, attribute, value.textValue) };
}

/** The same without looking up other records. @throws {RequestError} 400 on `attributeValue` */
export function readEntered(
  attribute: AssignedAttribute,
  given: GivenAttributeValue,
  stored?: Raw,
): StoredValue {
  const value = readValue(attribute, given, stored);
  if (attribute.isRequired && isEntered(attribute) && !isFilled(value))
    throw refused(attribute.attributeTypeId === "Boolean" ? "mustBeTrue" : "required");
  return value;
}

async function chosenName({ db, user }: Context, attribute: ValueAttribute, id: string): Promise<string> {
  const dictionary = dictionaryOf(attribute);
  if (!dictionary) throw refused("attributeFormatMissing");
  if (!isPermitted(dictionary.access, user.permissions)) throw forbidden();
  const name = await optionName(db, dictionary, id);
  if (name === undefined) throw refused("unknown");
  return name;
}

const byAttribute = (rows: readonly Raw[]) => new Map(rows.map((row) => [row.attributeId as string, row]));
