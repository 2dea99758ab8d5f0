import { restoreRoleHolders } from "../access/ended-memberships";
import { type SQL, sql } from "../database/sql";
import { type Connection, type Database, enterTenant } from "../database/transaction";
import { holdersAtOnce, nextHolders, takeRole } from "../members/holders";
import { idArray } from "../members/memberships";
import { notifyHolders } from "../notifications/notify";

type RoleEvent = "roleDeleted" | "permissionsChanged" | "roleRestored";

/** Start of work that has not begun. */
const firstId = "00000000-0000-0000-0000-000000000000";

interface Work extends Record<string, unknown> {
  tenantId: string;
  workId: string;
  event: RoleEvent | "tenantDeleted" | "tenantRestored";
  /** The id of the role or the tenant. */
  subjectId: string;
  actor: string | null;
  actorName: string;
  doneTo: string;
  /** Deletion time of a restored tenant. */
  since: string | null;
}

/**
 * Defers the rest of a role's change until after the running transaction's commit. The database itself defers that of
 * tenants (migrations/0009_background_work.sql).
 */
export async function defer(
  db: Database,
  event: RoleEvent,
  roleId: string,
  doneTo: string = firstId,
): Promise<void> {
  await db.execute(sql`insert into deferred_work (event, subject_id) values (${event}, ${roleId})`);
  if (doneTo !== firstId)
    await db.execute(
      sql`update deferred_work set done_to = ${doneTo} where event = ${event} and subject_id = ${roleId}`,
    );
}

/**
 * Processes deferred work in batches of users, one transaction each, until none is left or other servers have claimed
 * it. A failure does not block the work behind it.
 * @throws the first failure
 */
export async function runDeferredWork(connection: Connection): Promise<void> {
  const failed = new Map<string, unknown>();
  for (let isLeft = true; isLeft; ) {
    let begun: string | undefined;
    const begin = (workId: string) => {
      begun = workId;
    };
    isLeft = await connection
      .transaction("owner", (db) => runBatch(db, [...failed.keys()], begin))
      .catch((error: unknown) => {
        if (begun === undefined) throw error;
        failed.set(begun, error);
        return true;
      });
  }
  for (const error of failed.values()) throw error;
}

/**
 * @param failed work that is not retried
 * @returns false when there was nothing to do
 */
async function runBatch(
  db: Database,
  failed: readonly string[],
  begin: (workId: string) => void,
): Promise<boolean> {
  const { rows } = await db.execute<Work>(sql`
    select tenant_id as "tenantId", work_id as "workId", event, subject_id as "subjectId", actor, actor_name as "actorName",
      done_to as "doneTo", since::text
    from deferred_work where work_id <> all(${idArray(failed)}) order by work_id limit 1 for update skip locked`);
  const [work] = rows;
  if (!work) return false;
  begin(work.workId);
  const done = await runPart(db, work);
  const last = done.at(-1);
  await db.execute(
    last === undefined
      ? sql`delete from deferred_work where work_id = ${work.workId}`
      : sql`update deferred_work set done_to = ${last} where work_id = ${work.workId}`,
  );
  return true;
}

/** Returns the processed users, or changes of the history; none when finished. */
function runPart(db: Database, work: Work): Promise<readonly string[]> {
  const { event, since } = work;
  if (event === "tenantDeleted") return archiveUsers(db, work, sql`archived_on is null`, sql`now()`);
  if (event === "tenantRestored")
    return archiveUsers(
      db,
      work,
      sql`archived_on >= ${since}::timestamptz and not account_changed_since(user_id, archived_on)`,
      sql`null`,
    );
  if (event === "roleRestored") return restoreHolders(db, work);
  return notifyRoleHolders(db, work, event);
}

/** Drops outdated work of a role that was restored, or deleted again. */
export async function dropDeferred(db: Database, event: RoleEvent, roleId: string): Promise<void> {
  await db.execute(sql`delete from deferred_work where event = ${event} and subject_id = ${roleId}`);
}

async function notifyRoleHolders(
  db: Database,
  work: Work,
  event: "roleDeleted" | "permissionsChanged",
): Promise<readonly string[]> {
  const { tenantId, subjectId, actor, actorName, doneTo } = work;
  await enterTenant(db, tenantId, { userId: actor ?? "", userName: actorName });
  const holders = await nextHolders(db, subjectId, doneTo);
  if (holders.length === 0) return holders;
  await notifyHolders(db, event, [subjectId], holders);
  if (event === "roleDeleted") await takeRole(db, subjectId, holders);
  return holders;
}

async function restoreHolders(
  db: Database,
  { tenantId, subjectId, actor, actorName, doneTo }: Work,
): Promise<readonly string[]> {
  await enterTenant(db, tenantId, { userId: actor ?? "", userName: actorName });
  const last = await restoreRoleHolders(db, subjectId, doneTo === firstId ? undefined : doneTo);
  return last === undefined ? [] : [last];
}

/** Archives the remaining users of a deleted tenant, or unarchives them. */
async function archiveUsers(
  db: Database,
  { subjectId, doneTo }: Work,
  isLeft: SQL,
  archivedOn: SQL,
): Promise<readonly string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from users
    where tenant_id = ${subjectId} and user_id > ${doneTo} and ${isLeft}
    order by user_id limit ${holdersAtOnce}`);
  const users = rows.map(({ userId }) => userId);
  if (users.length > 0)
    await db.execute(sql`
      update users set archived_on = ${archivedOn} where tenant_id = ${subjectId} and user_id = any(${idArray(users)})`);
  return users;
}
