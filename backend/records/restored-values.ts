import { isEntered } from "../../lib/contract/attribute-types";
import type { GivenAttributeValue } from "../../lib/contract/attribute-values";
import type { PermissionName } from "../../lib/contract/permissions";
import { recalculate } from "../attributes/calculation";
import type { StoredValue } from "../attributes/read-value";
import {
  type AssignedAttribute,
  attributesOf,
  storedValues,
  valueTableOf,
  writeValues,
} from "../attributes/values";
import type { PartEntry } from "../audit/recorded-state";
import { RequestError } from "../core/errors";
import { sql } from "../database/sql";
import { distinctIds } from "../database/uuid";
import { idArray } from "../members/memberships";
import { readGiven } from "./attribute-handlers";
import type { RestorablePart } from "./restore-state";
import type { AnyRecords } from "./table";

/** The attribute values of an area's records, as recorded in their history. */
export function valuesPart({ record, attributed }: AnyRecords): RestorablePart | undefined {
  if (!attributed) return undefined;
  const table = valueTableOf(record as string);
  return {
    name: "attributes",
    change: `${(record as string).charAt(0).toUpperCase()}${(record as string).slice(1)}Attribute`,
    key: "attributeName",
    label: "attributeName",
    seenWith: [attributed.permission as PermissionName],
    async restore(context, recordId, { given, taken, changed }) {
      const { db } = context;
      const wanted = [...given, ...changed];
      const ids = distinctIds([...wanted, ...taken].map(({ key }) => key));
      const attributes = await attributesOf(db, table, ids);
      const among = sql`v.attribute_id = any(${idArray(ids)})`;
      const stored = new Map(
        (await storedValues(db, table, recordId, among)).map((row) => [row.attributeId, row]),
      );
      const kept: string[] = [];
      const values: [AssignedAttribute, StoredValue][] = [];
      for (const entry of wanted) {
        const attribute = attributes.get(entry.key);
        const value = attribute && recordedValue(entry, attribute);
        try {
          if (!attribute || value === undefined) kept.push(entry.label);
          else if (isEntered(attribute) || !stored.has(entry.key))
            values.push([
              attribute,
              await readGiven(context, attribute, { attributeValue: value }, stored.get(entry.key)),
            ]);
        } catch (error) {
          // Its attribute's limits, or the caller's choices, have changed.
          if (!(error instanceof RequestError)) throw error;
          kept.push(entry.label);
        }
      }
      await writeValues(db, table, recordId, values);
      const removable = taken.filter(({ key }) => attributes.get(key)?.isRequired === false);
      kept.push(...taken.filter((entry) => !removable.includes(entry)).map(({ label }) => label));
      await db.execute(sql`delete from ${table.name} where ${table.recordId} = ${recordId}
        and attribute_id = any(${idArray(removable.map(({ key }) => key))})`);
      await recalculate(db, { record: { table, recordId } });
      return kept;
    },
  };
}

/**
 * A recorded value in the form of an input; undefined for signatures, which only their signer can enter, and for values
 * of a changed type.
 */
function recordedValue(
  { state }: PartEntry,
  { attributeTypeId }: AssignedAttribute,
): NonNullable<GivenAttributeValue> | "" | undefined {
  const recorded = state.attributeValue as { attributeType: string; value: unknown; id?: string } | undefined;
  if (!recorded || recorded.attributeType !== attributeTypeId) return undefined;
  const { value, id } = recorded;
  if (value === null || value === "") return "";
  if (attributeTypeId === "Signature") return undefined;
  if (attributeTypeId === "DetailTable") return id;
  if (Array.isArray(value)) return value.join(";");
  return typeof value === "boolean" ? value : typeof value === "number" ? value : String(value);
}
