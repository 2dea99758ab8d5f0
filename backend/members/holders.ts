import { sql } from "../database/sql";
import { replanEachTime } from "../database/statement-client";
import type { Database } from "../database/transaction";
import { idArray } from "./memberships";

/** Maximum of holders of a role per statement: each costs several rows, and a statement may take only a few seconds. */
export const holdersAtOnce = 2_500;

/** Maximum of holders that a request handles synchronously; the rest is deferred. */
export const holdersInRequest = 2 * holdersAtOnce;

const first = "00000000-0000-0000-0000-000000000000";

/** The next batch of holders of a role, in the order of their ids. */
export async function nextHolders(db: Database, roleId: string, after: string): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from user_roles where role_id = ${roleId} and user_id > ${after}
    order by user_id limit ${holdersAtOnce}`);
  return rows.map(({ userId }) => userId);
}

/** The ids of a role's holders, in batches. */
export async function* holdersOf(db: Database, roleId: string): AsyncGenerator<string[]> {
  let last = first;
  for (;;) {
    const holders = await nextHolders(db, roleId, last);
    if (holders.length > 0) yield holders;
    const next = holders.at(-1);
    if (!next || holders.length < holdersAtOnce) return;
    last = next;
  }
}

/** Whether a role has more holders than a request handles. */
export async function hasManyHolders(db: Database, roleId: string): Promise<boolean> {
  const { rows } = await db.execute<{ many: boolean }>(sql`
    select coalesce(sum(count), 0) > ${holdersInRequest} as many from record_counts where counter = ${`user_roles:${roleId}`}`);
  return rows[0]?.many === true;
}

/** Removes a role from some of its holders. */
export async function takeRole(db: Database, roleId: string, userIds: readonly string[]): Promise<void> {
  await db.execute(
    sql`${replanEachTime} delete from user_roles where role_id = ${roleId} and user_id in (select unnest(${idArray(userIds)}))`,
  );
}
