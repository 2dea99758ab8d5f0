import { sql } from "../database/sql";
import { type Actor, type Connection, type Database, enterTenant } from "../database/transaction";

/** An event in the sample data. */
export interface SampleEvent {
  when: Date;
  /** The acting user, resolved when it happens; undefined: the system. */
  by: () => string | undefined;
  work: (db: Database, when: string) => Promise<unknown>;
}

/**
 * Replays events sequentially, each at its time: records agree with their history, and actors have the name of that
 * time.
 */
export async function replayEvents(connection: Connection, tenantId: string, events: readonly SampleEvent[]) {
  for (const { when, by, work } of events.toSorted((a, b) => a.when.getTime() - b.when.getTime()))
    await connection.transaction("owner", async (db) => {
      await enterTenant(db, tenantId, await actorOf(db, tenantId, by()));
      await work(db, when.toISOString());
      await db.execute(sql`select set_config('role', 'none', true)`);
      await backdate(db, tenantId, when.toISOString());
    });
}

async function actorOf(
  db: Database,
  tenantId: string,
  userId: string | undefined,
): Promise<Actor | undefined> {
  if (userId === undefined) return undefined;
  const { rows } = await db.execute<{ name: string }>(sql`
    select display_name(first_name, last_name, user_name) as name from users
    where tenant_id = ${tenantId} and user_id = ${userId}`);
  return { userId, userName: rows[0]?.name ?? "" };
}

/**
 * Backdates all changes and records of the running transaction, in its order, a microsecond apart.
 */
export async function backdate(
  db: Database,
  tenantId: string,
  when: string,
  since = sql`now()`,
): Promise<void> {
  const time = sql`${when}::timestamptz`;
  // Trace columns are whole milliseconds, rounded.
  const isNew = (column: string) => sql`${sql.identifier(column)} >= ${since} - interval '1 millisecond'`;
  const moved = (column: string) =>
    sql`${sql.identifier(column)} = case when ${isNew(column)} then ${time} else ${sql.identifier(column)} end`;
  const records = (table: string) => sql`
    update ${sql.identifier(table)} set ${moved("created_on")}, ${moved("updated_on")}
    where tenant_id = ${tenantId} and (${isNew("created_on")} or ${isNew("updated_on")})`;
  const links = (table: string) => sql`
    update ${sql.identifier(table)} set created_on = ${time} where tenant_id = ${tenantId} and ${isNew("created_on")}`;
  await db.execute(sql`
    with moved_users as (${records("users")}), moved_roles as (${records("roles")}), moved_reports as (${records("reports")}),
      moved_attributes as (${records("attributes")}), moved_statuses as (${records("attachment_status")}),
      moved_files as (${records("attachments")}), moved_values as (${records("user_attributes")}),
      moved_role_values as (${records("role_attributes")}), moved_assignments as (${links("attribute_assignments")}),
      moved_versions as (${links("attachment_files")}), moved_relations as (${links("attachment_relations")}),
      moved_memberships as (${links("user_roles")}), moved_notifications as (${links("notifications")})
    update history h set changed_on = ${time} + made.place * interval '1 microsecond'
    from (
      select history_id, row_number() over (order by changed_on, history_id) - 1 as place
      from history where tenant_id = ${tenantId} and changed_on >= ${since}
    ) as made
    where h.history_id = made.history_id`);
}
