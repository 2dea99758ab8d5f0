import { sql } from "drizzle-orm";
import { type Actor, type Connection, type Database, inTenant } from "../database/transaction";
import { notifyHolders, notifyOfGivenRoles, notifyUser } from "../notifications/notify";

interface Sample {
  tenantId: string;
  administrator: Actor;
  /** Colleagues, who do something that the administrator hears of. */
  colleagues: readonly Actor[];
  roleIds: readonly string[];
}

/** Something for the bell of the administrator and of colleagues: roles, permissions, a password, of the last weeks. */
export async function addNotifications(
  connection: Connection,
  { tenantId, administrator, colleagues, roleIds }: Sample,
): Promise<void> {
  const told = [administrator.userId, ...colleagues.map(({ userId }) => userId)];
  const by = (colleague: number, work: (db: Database) => Promise<void>) =>
    inTenant(connection, tenantId, colleagues[colleague % colleagues.length], work);
  for (const [index, roleId] of roleIds.slice(0, 9).entries())
    await by(index, async (db) => {
      const { rows } = await db.execute<{ userId: string; roleId: string }>(sql`
        insert into user_roles (user_id, role_id) values (${told[0]}, ${roleId}), (${told[1 + (index % 3)]}, ${roleId})
        on conflict do nothing returning user_id as "userId", role_id as "roleId"`);
      await notifyOfGivenRoles(db, rows);
    });
  for (const [index, roleId] of roleIds.slice(2, 7).entries())
    await by(index + 1, (db) => notifyHolders(db, "permissionsChanged", [roleId], told));
  for (const userId of told) await by(2, (db) => notifyUser(db, userId, "passwordSet"));
  for (const roleId of roleIds.slice(7, 9))
    await by(0, async (db) => {
      await notifyHolders(db, "roleTaken", [roleId], told);
      await db.execute(sql`delete from user_roles where role_id = ${roleId} and user_id = ${told[0]}`);
    });
  await connection.transaction("owner", (db) => spreadOverWeeks(db, tenantId));
}

/** The newest are of today and unread, the others a day or two apart and mostly read. */
async function spreadOverWeeks(db: Database, tenantId: string): Promise<void> {
  await db.execute(sql`
    update notifications n
    set created_on = now() - (newest.rank - 1) * interval '29 hours' - interval '20 minutes',
      read_on = case when newest.rank > 4 and newest.rank <> 7 then now() - interval '1 hour' end
    from (
      select notification_id, row_number() over (partition by user_id order by created_on desc, notification_id desc) as rank
      from notifications where tenant_id = ${tenantId}
    ) as newest
    where n.tenant_id = ${tenantId} and n.notification_id = newest.notification_id`);
}
