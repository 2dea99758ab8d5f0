import { type SQL, sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import { idArray } from "../members/memberships";

/** Records removed per transaction. */
const atOnce = 100;

/** A foreign key between tables, besides their common `tenant_id`. */
interface Reference extends Record<string, unknown> {
  /** The referencing table, and its column. */
  table: string;
  column: string;
  /** The referenced table. */
  of: string;
  ofColumn: string;
}

interface RecordsTable extends Record<string, unknown> {
  table: string;
  idColumn: string;
}

/**
 * Purges records deleted before a given time, with their parts and history, in batches so that other work is not
 * delayed. Leaves files to the sweep, which removes unreferenced ones (files/sweep.ts). Keeps deleted tenants and their
 * data. Safe to run concurrently.
 * @returns the number of purged records
 */
export async function purgeDeleted(connection: Connection, before: Date): Promise<number> {
  const { tables, references } = await connection.transaction("owner", layout);
  let purged = 0;
  for (const records of tables) {
    // Records referenced by active ones stay complete.
    const kept = references.filter(
      ({ of, table }) => of === records.table && tables.some((one) => one.table === table),
    );
    const parts = references.filter((reference) => !kept.includes(reference));
    for (let gone = atOnce; gone === atOnce; purged += gone)
      gone = await connection.transaction("owner", (db) => purgeSome(db, records, { kept, parts, before }));
  }
  for (let gone = atOnce; gone === atOnce; )
    gone = await connection.transaction("owner", async (db) => {
      const { rows } = await db.execute(sql`
        delete from accounts where user_id in (
          select user_id from accounts a where archived_on < ${before.toISOString()}
            and not exists (select from users u where u.user_id = a.user_id)
          limit ${atOnce} for update skip locked)
        returning user_id`);
      return rows.length;
    });
  return purged;
}

/** The tables with archived records and a history, and the references between tables. */
async function layout(db: Database) {
  const { rows: tables } = await db.execute<RecordsTable>(sql`
    select c.relname as table, a.attname as "idColumn"
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indnkeyatts = 2
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attname <> 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and exists (select from pg_proc p where p.proname = 'record_' || c.relname)
      and exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'archived_on' and not x.attisdropped)
    order by c.relname`);
  const { rows: references } = await db.execute<Reference>(sql`
    select c.relname as table, a.attname as column, o.relname as of, oa.attname as "ofColumn"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class o on o.oid = k.confrelid
      join unnest(k.conkey, k.confkey) as pair (own, other) on true
      join pg_attribute a on a.attrelid = c.oid and a.attnum = pair.own and a.attname <> 'tenant_id'
      join pg_attribute oa on oa.attrelid = o.oid and oa.attnum = pair.other and oa.attname <> 'tenant_id'
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and cardinality(k.conkey) = 2 and o.relname <> 'accounts'
    order by c.relname`);
  return { tables, references };
}

interface Purge {
  kept: readonly Reference[];
  parts: readonly Reference[];
  before: Date;
}

async function purgeSome(
  db: Database,
  { table, idColumn }: RecordsTable,
  { kept, parts, before }: Purge,
): Promise<number> {
  const id = sql.identifier(idColumn);
  const unreferred = kept.map(
    (reference) => sql`and not exists (select from ${sql.identifier(reference.table)} k
      where k.tenant_id = r.tenant_id and k.${sql.identifier(reference.column)} = r.${id})`,
  );
  const { rows } = await db.execute<{ tenantId: string; id: string }>(sql`
    select r.tenant_id as "tenantId", r.${id} as id from ${sql.identifier(table)} r
    where r.archived_on < ${before.toISOString()} ${sql.join(unreferred, " ")}
      and exists (select from tenants t where t.tenant_id = r.tenant_id and t.archived_on is null)
    limit ${atOnce} for update skip locked`);
  if (rows.length === 0) return 0;
  // A person has the same id in all tenants.
  const these = sql`(select * from unnest(${idArray(rows.map(({ tenantId }) => tenantId))}, ${idArray(rows.map((row) => row.id))}))`;
  const which = sql`(r.tenant_id, r.${id}) in ${these}`;
  await removeParts(db, parts, table, which);
  await db.execute(sql`delete from ${sql.identifier(table)} r where ${which}`);
  // Includes the entries that the triggers have just recorded.
  await db.execute(sql`
    delete from history h where h.collection = ${table.replaceAll("_", "-")} and (h.tenant_id, h.record_id) in ${these}`);
  return rows.length;
}

/**
 * Removes the rows that refer to rows of a table, after the rows that refer to those. @param which rows, of the table
 * as `r`
 */
async function removeParts(
  db: Database,
  references: readonly Reference[],
  table: string,
  which: SQL,
): Promise<void> {
  for (const reference of references.filter(({ of }) => of === table)) {
    const referring = sql`exists (select from ${sql.identifier(table)} r
      where r.tenant_id = p.tenant_id and r.${sql.identifier(reference.ofColumn)} = p.${sql.identifier(reference.column)} and ${which})`;
    const ofParts = sql`(r.tenant_id, r.${sql.identifier(reference.column)}) in (select p.tenant_id, p.${sql.identifier(reference.column)}
      from ${sql.identifier(reference.table)} p where ${referring})`;
    await removeParts(db, references, reference.table, ofParts);
    await db.execute(sql`delete from ${sql.identifier(reference.table)} p where ${referring}`);
  }
}
