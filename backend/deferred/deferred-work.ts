import { sql } from "drizzle-orm";
import { nextHolders, takeRole } from "../access/holders";
import { type Connection, type Database, enterTenant } from "../database/transaction";
import { notifyHolders } from "../notifications/notify";

type DeferredEvent = "roleDeleted" | "permissionsChanged";

interface Work extends Record<string, unknown> {
  tenantId: string;
  workId: string;
  event: DeferredEvent;
  roleId: string;
  actor: string | null;
  actorName: string;
  doneTo: string;
}

/** Leaves the rest of what became of a role for after the running transaction, once it is committed. */
export async function defer(db: Database, event: DeferredEvent, roleId: string): Promise<void> {
  await db.execute(sql`insert into deferred_work (event, role_id) values (${event}, ${roleId})`);
}

/** Does what was left, some thousands of holders in a transaction, until nothing is left or other servers are at it. */
export async function doDeferredWork(connection: Connection): Promise<void> {
  while (await connection.transaction("owner", doSome));
}

/** False when there was nothing to do. */
async function doSome(db: Database): Promise<boolean> {
  const { rows } = await db.execute<Work>(sql`
    select tenant_id as "tenantId", work_id as "workId", event, role_id as "roleId", actor, actor_name as "actorName",
      done_to as "doneTo"
    from deferred_work order by work_id limit 1 for update skip locked`);
  const [work] = rows;
  if (!work) return false;
  const { roleId, workId, actor, actorName } = work;
  await enterTenant(db, work.tenantId, { userId: actor ?? "", userName: actorName });
  const holders = await nextHolders(db, roleId, work.doneTo);
  const last = holders.at(-1);
  if (last === undefined) {
    await db.execute(sql`delete from deferred_work where work_id = ${workId}`);
    return true;
  }
  await notifyHolders(db, work.event, [roleId], holders);
  if (work.event === "roleDeleted") await takeRole(db, roleId, holders);
  await db.execute(sql`update deferred_work set done_to = ${last} where work_id = ${workId}`);
  return true;
}
