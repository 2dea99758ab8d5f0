import { attributeTypes, optionsIn } from "../../lib/contract/attribute-types";
import { type FieldFault, invalid } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { cycleFrom, type Formula, formulaName, largest, parseFormula } from "./formula";
import { type ValueTable, valueTables } from "./values";

interface NumberAttribute extends Record<string, unknown> {
  attributeId: string;
  attributeName: string;
  attributeFormat: string;
}

/** A number calculated from others. */
export interface Calculated {
  attributeId: string;
  attributeName: string;
  decimals: number | undefined;
  formula: Formula;
}

const [, , numberType] = attributeTypes;

async function numbers(db: Database): Promise<NumberAttribute[]> {
  const { rows } = await db.execute<NumberAttribute>(sql`
    select attribute_id as "attributeId", attribute_name as "attributeName", attribute_format as "attributeFormat"
    from attributes where attribute_type_id = ${numberType} and archived_on is null
    -- Of two that a formula writes alike, which older versions allowed, the first stays what it refers to.
    order by created_on desc, attribute_id desc`);
  return rows;
}

function calculatedAmong(all: readonly NumberAttribute[]): Calculated[] {
  return all.flatMap(({ attributeId, attributeName, attributeFormat }) => {
    const { calculatedAttribute, decimalScale } = optionsIn({ attributeTypeId: numberType, attributeFormat });
    if (!calculatedAttribute) return [];
    const formula = parseFormula(calculatedAttribute);
    return [{ attributeId, attributeName, decimals: decimalScale ?? undefined, formula }];
  });
}

/** Attributes calculated directly from an attribute, by name: it cannot be renamed, deleted or change its type. */
export async function calculatedFrom(db: Database, attributeName: string): Promise<string[]> {
  const name = formulaName(attributeName);
  return calculatedAmong(await numbers(db))
    .filter((one) => one.formula.names.includes(name))
    .map((one) => one.attributeName);
}

/**
 * Formulas ignore blanks and case in names, so number attributes must differ otherwise: a new one could capture a
 * formula's reference.
 * @throws {RequestError} 400 on `attributeName`
 */
export async function refuseAmbiguousName(
  db: Database,
  { attributeId, attributeName }: { attributeId?: string; attributeName: string },
): Promise<void> {
  const name = formulaName(attributeName);
  const other = (await numbers(db)).find(
    (one) => one.attributeId !== attributeId && formulaName(one.attributeName) === name,
  );
  if (other)
    throw invalid([
      { propertyName: "attributeName", rule: "attributeWrittenAlike", values: { name: other.attributeName } },
    ]);
}

/**
 * Requires a restored formula to refer to the same attributes as before, not to others that have their names by now.
 * @throws {RequestError} 400 on `calculatedAttribute`
 */
export async function refuseOtherParts(
  db: Database,
  { attributeId, calculatedAttribute }: { attributeId: string; calculatedAttribute: string },
): Promise<void> {
  const { names } = parseFormula(calculatedAttribute);
  const living = new Map((await numbers(db)).map((one) => [formulaName(one.attributeName), one.attributeId]));
  const { rows } = await db.execute<{ name: string; id: string }>(sql`
    select distinct on (name) name, h.record_id as id
    from history h, jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) as name, (
      select max(d.changed_on) as deleted_on from history d
      where d.collection = 'attributes' and d.record_id = ${attributeId} and d.type = 'AttributeDeleted') as own
    where h.collection = 'attributes' and replace(lower(h.record_name), ' ', '_') = name and h.changed_on <= own.deleted_on
    order by name, h.changed_on desc, h.history_id desc`);
  const others = rows.filter(({ name, id }) => living.has(name) && living.get(name) !== id);
  if (others.length > 0)
    throw refused("formulaUnknown", { names: others.map(({ name }) => name).join(", ") });
}

/**
 * @param next the attribute as it will be saved
 * @throws {RequestError} 400 on `calculatedAttribute` for an invalid formula, an unknown number, or a cycle
 */
export async function refuseFaultyFormula(
  db: Database,
  next: { attributeId?: string; attributeName: string; calculatedAttribute: string },
): Promise<void> {
  const { names } = parseFormula(next.calculatedAttribute);
  const others = (await numbers(db)).filter(({ attributeId }) => attributeId !== next.attributeId);
  const known = new Map(others.map(({ attributeName }) => [formulaName(attributeName), attributeName]));
  const own = formulaName(next.attributeName);
  const unknown = names.filter((name) => name !== own && !known.has(name));
  if (unknown.length > 0) throw refused("formulaUnknown", { names: unknown.join(", ") });
  if (names.length === 0) throw refused("formulaWithoutNames");
  const made = new Map(
    calculatedAmong(others).map((one) => [formulaName(one.attributeName), one.formula.names]),
  );
  made.set(own, names);
  known.set(own, next.attributeName);
  const cycle = cycleFrom(own, (name) => made.get(name) ?? []);
  if (cycle) throw refused("cycle", { path: cycle.map((name) => known.get(name) ?? name).join(" → ") });
}

const refused = (rule: FieldFault["rule"], values?: FieldFault["values"]) =>
  invalid([{ propertyName: "calculatedAttribute", rule, values }]);

interface Change {
  /** The attribute with a changed value, name or formula; everything calculated by default. */
  of?: string;
  /** The record with changed values; all records by default. */
  record?: { table: ValueTable; recordId: string };
}

/** Recalculates dependents of a change, each after its own inputs. */
export async function recalculate(db: Database, { of, record }: Change): Promise<void> {
  const all = await numbers(db);
  const calculated = calculatedAmong(all);
  if (calculated.length === 0) return;
  const ids = new Map(all.map(({ attributeId, attributeName }) => [formulaName(attributeName), attributeId]));
  const changed = all.find(({ attributeId }) => attributeId === of);
  const ordered = inOrder(calculated, changed && formulaName(changed.attributeName));
  for (const table of record ? [record.table] : valueTables)
    for (const one of ordered) await write(db, table, one, ids, record?.recordId);
}

function inOrder(calculated: readonly Calculated[], changed: string | undefined): Calculated[] {
  const byName = new Map(calculated.map((one) => [formulaName(one.attributeName), one]));
  const reached = new Map<string, boolean>();
  const ordered: Calculated[] = [];
  /** Whether an attribute is, or depends on, the changed one. */
  const visit = (name: string): boolean => {
    const known = reached.get(name);
    if (known !== undefined) return known;
    reached.set(name, changed === undefined || name === changed);
    const one = byName.get(name);
    const parts = (one?.formula.names ?? []).map(visit);
    const isReached = changed === undefined || name === changed || parts.includes(true);
    reached.set(name, isReached);
    if (one && isReached) ordered.push(one);
    return isReached;
  };
  for (const name of byName.keys()) visit(name);
  return ordered;
}

async function write(
  db: Database,
  { name, recordId: recordColumn }: ValueTable,
  { attributeId, decimals, formula }: Calculated,
  ids: ReadonlyMap<string, string>,
  recordId: string | undefined,
): Promise<void> {
  const sqlOf = (
    part: string,
  ): SQL => sql`(select p.number_value from ${name} p where p.tenant_id = v.tenant_id
    and p.${recordColumn} = v.${recordColumn} and p.attribute_id = ${ids.get(part) ?? null}::uuid)`;
  const exact = formula.toSql(sqlOf);
  // Limited to the digits of a double, because responses contain numbers.
  const rounded = sql`round(${exact}, ${decimals ?? 10}::int)`;
  await db.execute(sql`
    update ${name} v set number_value = calculated.value
    from (
      select v.tenant_id, v.${recordColumn} as record_id, case when abs(result) < ${largest}::numeric then trim_scale(result) end as value
      from ${name} v, lateral (select ${rounded} as result) as made
      where v.attribute_id = ${attributeId} ${recordId ? sql`and v.${recordColumn} = ${recordId}` : sql``}
    ) as calculated
    where v.tenant_id = calculated.tenant_id and v.${recordColumn} = calculated.record_id and v.attribute_id = ${attributeId}
      and v.number_value is distinct from calculated.value`);
}
