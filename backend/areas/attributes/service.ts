import type * as z from "zod";
import { optionsIn } from "../../../lib/contract/attribute-types";
import type {
  AttributeAssignment,
  AttributeDetail,
  attributeAssignmentCreate,
  attributeAssignmentEdit,
  attributeRecords,
} from "../../../lib/contract/attributes";
import {
  calculatedFrom,
  recalculate,
  refuseAmbiguousName,
  refuseFaultyFormula,
  refuseOtherParts,
} from "../../attributes/calculation";
import { dictionaries, endpointOf } from "../../attributes/dictionaries";
import { cycleFrom, formulaName } from "../../attributes/formula";
import { conflict, notFound, stale } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { idArray } from "../../members/memberships";
import { attributeTable } from "../../records/attribute-table";
import { createRecord, type RecordRules, removeRecords, saveRecord } from "../../records/handlers";
import { type Edit, type Given, refused, refuseFaultyFormat, type Stored, withFormat } from "./format";
import { lockAssignment } from "./queries";

/** Rules particular to attributes (AA-01). */
export const rules: RecordRules<typeof attributeRecords> = {
  async check({ db }, next, stored) {
    const given = next as Given;
    refuseFaultyFormat(given);
    await serializeChanges(db);
    if (stored) await refuseBreakingChange(db, given, stored);
    if (isNewNumber(given, stored))
      await refuseAmbiguousName(db, { ...given, attributeId: stored?.attributeId });
    await refuseFaultyDependence(db, given, stored?.attributeId);
    const { calculatedAttribute } = optionsIn(given);
    if (calculatedAttribute)
      await refuseFaultyFormula(db, {
        attributeId: stored?.attributeId,
        attributeName: given.attributeName,
        calculatedAttribute,
      });
  },
  async afterSaving({ db }, attributeId, { attributeTypeId, attributeFormat }, stored) {
    if (stored && attributeTypeId === "Number" && attributeFormat !== stored.attributeFormat)
      await recalculate(db, { of: attributeId });
  },
  /** Validates each like a new one, and recalculates its values. */
  async afterRestoring({ db }, attributes) {
    await serializeChanges(db);
    for (const { attributeId, attributeName, attributeTypeId, calculatedAttribute, ...rest } of attributes) {
      const given = { ...rest, attributeName, attributeTypeId } as Given;
      await refuseFaultyDependence(db, given, attributeId);
      if (attributeTypeId !== "Number") continue;
      await refuseAmbiguousName(db, { attributeId, attributeName });
      if (!calculatedAttribute) continue;
      await refuseFaultyFormula(db, { attributeId, attributeName, calculatedAttribute });
      await refuseOtherParts(db, { attributeId, calculatedAttribute });
    }
    for (const { attributeId } of attributes) await recalculate(db, { of: attributeId });
  },
};

/** Whether the name is new to formulas. */
const isNewNumber = (next: Given, stored: AttributeDetail | undefined) =>
  next.attributeTypeId === "Number" &&
  (stored?.attributeTypeId !== "Number" ||
    formulaName(next.attributeName) !== formulaName(stored.attributeName));

/**
 * Serializes changes, so that two concurrent saves cannot form a cycle, and attributes that a formula is about to refer
 * to are not deleted.
 */
const serializeChanges = (db: Database) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('attributes'), hashtext(app_tenant()::text))`);

/**
 * @throws {RequestError} 400 on changing the type of an attribute with values, and on changes that formulas do not
 * allow
 */
async function refuseBreakingChange(db: Database, next: Given, stored: AttributeDetail): Promise<void> {
  const isAnother = next.attributeTypeId !== stored.attributeTypeId;
  if (isAnother && stored.isUsed) throw refused("attributeTypeId", "attributeTypeFixed");
  const isRenamed = next.attributeName.toLowerCase() !== stored.attributeName.toLowerCase();
  if (!isAnother && !isRenamed) return;
  const names = await calculatedFrom(db, stored.attributeName);
  if (names.length > 0)
    throw refused(isAnother ? "attributeTypeId" : "attributeName", "attributeInFormula", {
      names: names.join(", "),
    });
}

/** @throws {RequestError} 400 on `dependentAttributeId` or `dependentPropertyId` */
async function refuseFaultyDependence(
  db: Database,
  next: Given,
  attributeId: string | undefined,
): Promise<void> {
  const { dependentAttributeId, dependentPropertyId, attributeTypeId, attributeFormat } = next;
  if (!dependentAttributeId) return;
  if (attributeTypeId !== "DetailTable") throw refused("dependentAttributeId", "detailTablesAlone");
  const { rows } = await db.execute<{ id: string; name: string; dependsOn: string | null }>(sql`
    select attribute_id as id, attribute_name as name, dependent_attribute_id as "dependsOn" from attributes
    where attribute_type_id = 'DetailTable' and archived_on is null`);
  const others = new Map(rows.map((row) => [row.id, row]));
  const [needed] = distinctIds([dependentAttributeId]);
  if (!needed || !others.has(needed)) throw refused("dependentAttributeId", "unknown");
  const own = attributeId ?? "new";
  const cycle = cycleFrom(own, (id) =>
    [id === own ? needed : others.get(id)?.dependsOn].filter((next) => next != null),
  );
  if (cycle) {
    const nameOf = (id: string) => (id === own ? next.attributeName : (others.get(id)?.name ?? id));
    throw refused("dependentAttributeId", "cycle", { path: cycle.map(nameOf).join(" → ") });
  }
  const properties = dictionaries[attributeFormat]?.properties ?? [];
  if (!properties.includes(dependentPropertyId))
    throw properties.length === 0
      ? refused("dependentAttributeId", "dictionaryWithoutProperties")
      : refused("dependentPropertyId", "oneOf", { options: properties.join(", ") });
}

/** The names of DetailTables that depend on an attribute's value. */
async function dependingOn(db: Database, attributeId: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select attribute_name as name from attributes
    where dependent_attribute_id = ${attributeId} and archived_on is null`);
  return rows.map(({ name }) => name);
}

/** Normalizes dictionary endpoints and moves options into the format. @throws {RequestError} 400 on an invalid id */
const normalised = <G extends Given | Edit>(given: G, stored?: Stored): G => {
  if (given.dependentAttributeId && distinctIds([given.dependentAttributeId]).length === 0)
    throw refused("dependentAttributeId", "unknown");
  const type = given.attributeTypeId ?? stored?.attributeTypeId;
  return type === "DetailTable" && given.attributeFormat
    ? { ...given, attributeFormat: endpointOf(given.attributeFormat) }
    : withFormat(given, stored);
};

/** @throws {RequestError} as the rules do */
export async function createAttribute(context: Context, given: Given): Promise<string> {
  return createRecord(attributeTable, rules, context, normalised(given));
}

/** @throws {RequestError} as the rules do */
export async function saveAttribute(
  context: Context,
  attributeId: string,
  given: Edit,
): Promise<AttributeDetail> {
  const [stored] = await attributeTable.lock(context.db, distinctIds([attributeId]));
  if (!stored) throw notFound();
  // Reads it again: another request may have added its first value while its row was awaited.
  return saveRecord(attributeTable, rules, context, attributeId, normalised(given, stored));
}

/**
 * @throws {RequestError} 409 while records have values, unless that is accepted; 409 while another is calculated from
 * it
 */
export async function removeAttributes(
  context: Context,
  { attributeIds, isProceed }: { attributeIds: readonly string[]; isProceed?: boolean },
): Promise<null> {
  return removeRecords(
    attributeTable,
    {
      beforeRemoval: async ({ db }, stored) => {
        await serializeChanges(db);
        const going = new Set(stored.map(({ attributeName }) => attributeName));
        for (const { attributeId, attributeName } of stored) {
          const needing = [
            ...(await calculatedFrom(db, attributeName)),
            ...(await dependingOn(db, attributeId)),
          ];
          const names = needing.filter((name) => !going.has(name)).join(", ");
          if (names) throw conflict("attributeNeeded", { name: attributeName, names });
        }
        // A locked row is read again, but counts beside it are not.
        const ids = stored.map(({ attributeId }) => attributeId);
        const locked = isProceed ? [] : await attributeTable.lock(db, ids);
        if (locked.some(({ isUsed }) => isUsed)) throw conflict("attributeInUse");
      },
    },
    context,
    attributeIds,
  );
}

/** @throws {RequestError} 404, 400 on an existing assignment, and on types limited to forms */
export async function addAssignment(
  { db }: Context,
  attributeId: string,
  given: z.output<typeof attributeAssignmentCreate>,
): Promise<string> {
  const { attributeAssignmentTypeId: type, isGlobalFormDefinition, subtype, isRequired } = given;
  const [stored] = await attributeTable.lock(db, distinctIds([attributeId]));
  if (!stored) throw notFound();
  if (isGlobalFormDefinition && type !== "form") throw refused("isGlobalFormDefinition", "formsAlone");
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into attribute_assignments (attribute_id, attribute_assignment_type_id, is_global_form_definition, subtype, is_required)
    values (${attributeId}, ${type}, ${isGlobalFormDefinition}, ${subtype}, ${isRequired})
    on conflict do nothing returning attribute_assignment_id as id`);
  if (!rows[0]) throw refused("attributeAssignmentTypeId", "taken");
  return rows[0].id;
}

/** @throws {RequestError} 404, 409 for a stale version, 400 for a duplicate, or a form's option on another type */
export async function saveAssignment(
  { db }: Context,
  of: { attributeId: string; assignmentId: string },
  { version, ...given }: z.output<typeof attributeAssignmentEdit>,
): Promise<AttributeAssignment> {
  const [attribute] = await attributeTable.lock(db, distinctIds([of.attributeId]));
  const stored = attribute && (await lockAssignment(db, of));
  if (!stored) throw notFound();
  if (version !== undefined && version !== stored.version) throw stale(stored);
  const next = { ...stored, ...given };
  const { attributeAssignmentTypeId: type, isGlobalFormDefinition, subtype, isRequired } = next;
  if (isGlobalFormDefinition && type !== "form") throw refused("isGlobalFormDefinition", "formsAlone");
  const { attributeAssignmentId: id } = stored;
  const { rows: same } = await db.execute(sql`select from attribute_assignments
    where attribute_id = ${of.attributeId} and attribute_assignment_type_id = ${type} and subtype = ${subtype}
      and attribute_assignment_id <> ${id}`);
  if (same.length > 0) throw refused("attributeAssignmentTypeId", "taken");
  await db.execute(sql`
    update attribute_assignments s set attribute_assignment_type_id = ${type}, is_global_form_definition = ${isGlobalFormDefinition},
      subtype = ${subtype}, is_required = ${isRequired}, version = version + 1
    where attribute_assignment_id = ${id} and (s.attribute_assignment_type_id, s.is_global_form_definition, s.subtype, s.is_required)
      is distinct from (${type}::text, ${isGlobalFormDefinition}::boolean, ${subtype}::text, ${isRequired}::boolean)`);
  return (await lockAssignment(db, of)) ?? stored;
}

/** @throws {RequestError} 404 */
export async function removeAssignments(
  { db }: Context,
  attributeId: string,
  assignmentIds: readonly string[],
): Promise<null> {
  await attributeTable.get(db, attributeId);
  const { rows } = await db.execute(sql`delete from attribute_assignments where attribute_id = ${attributeId}
    and attribute_assignment_id = any(${idArray(distinctIds(assignmentIds))}) returning 1`);
  if (rows.length !== countDistinct(assignmentIds)) throw notFound();
  return null;
}
