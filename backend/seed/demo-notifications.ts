import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { notifyHolders, notifyOfGivenRoles, notifyUser } from "../notifications/notify";
import { completeRole, type Made } from "./demo-roles";
import type { SampleEvent } from "./timeline";

const minute = 60 * 1000;
/** Interval between two events, so that notifications span some weeks. */
const apart = 29 * 60 * minute;
/** The subjects of events, and recipients beside the administrator. */
const colleagues = [2, 3, 4];

/** Notifications of the last weeks for the administrator and colleagues: roles, permissions, a password. */
export function newsOf(made: Made, administrator: string, now: Date): SampleEvent[] {
  const colleague = (number: number) => made.userIds[colleagues[number % colleagues.length] ?? 0] ?? "";
  const recipients = () => [administrator, ...colleagues.map((_, index) => colleague(index))];
  const news: { by: number; work: (db: Database) => Promise<unknown> }[] = [];
  for (let index = 0; index < 9; index += 1)
    news.push({
      by: index,
      work: (db) => giveRole(db, made.roleIds[index] ?? "", [administrator, colleague(index)]),
    });
  for (let index = 2; index < 7; index += 1)
    news.push({
      by: index - 1,
      work: async (db) => {
        await completeRole(db, made, index);
        await notifyHolders(db, "permissionsChanged", [made.roleIds[index] ?? ""], recipients());
      },
    });
  for (let index = 0; index < 2; index += 1)
    news.push({ by: 2, work: (db) => setPassword(db, recipients()[index] ?? "") });
  for (const index of [7, 8])
    news.push({ by: 0, work: (db) => takeRole(db, made.roleIds[index] ?? "", administrator) });
  return news.map(({ by, work }, place) => ({
    when: new Date(now.getTime() - (news.length - 1 - place) * apart - 20 * minute),
    by: () => colleague(by),
    work,
  }));
}

async function giveRole(db: Database, roleId: string, userIds: readonly [string, string]): Promise<void> {
  const { rows } = await db.execute<{ userId: string; roleId: string }>(sql`
    insert into user_roles (user_id, role_id) values (${userIds[0]}, ${roleId}), (${userIds[1]}, ${roleId})
    on conflict do nothing returning user_id as "userId", role_id as "roleId"`);
  await notifyOfGivenRoles(db, rows);
}

async function takeRole(db: Database, roleId: string, userId: string): Promise<void> {
  await notifyHolders(db, "roleTaken", [roleId], [userId]);
  await db.execute(sql`delete from user_roles where role_id = ${roleId} and user_id = ${userId}`);
}

/** Notifies without changing the password, so that the printed one works. The rest runs as the owner. */
async function setPassword(db: Database, userId: string): Promise<void> {
  await notifyUser(db, userId, "passwordSet");
  await db.execute(sql`select set_config('role', 'none', true)`);
  await db.execute(sql`
    insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
    select tenant_id, 'users', user_id, display_name(first_name, last_name, user_name), 'UserPasswordChanged', '{}', '{}'
    from users where tenant_id = app_tenant() and user_id = ${userId}`);
}
