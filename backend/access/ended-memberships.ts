import { type SQL, sql } from "../database/sql";
import { replanEachTime } from "../database/statement-client";
import type { Database } from "../database/transaction";
import type { Grant } from "../members/grants";
import { holdersAtOnce } from "../members/holders";
import { idArray } from "../members/memberships";
import { notifyOfGivenRoles } from "../notifications/notify";

// Deleting a user or a role ends memberships. The history has the time when each membership ended and when each record
// was deleted and restored, so that a membership returns as soon as both records exist.

type Kind = "user" | "role";

const typeOf = (kind: Kind, what: "Deleted" | "Restored") => `${kind === "user" ? "User" : "Role"}${what}`;

/**
 * Deletion periods of records, from the beginning of the deleting transaction to the restoration. `archivedOn` is that
 * beginning, rounded to a millisecond.
 */
const deletionsOf = (kind: Kind, ids: SQL) => sql`
  select d.record_id, d.changed_by, d.changed_on as deleted_on,
    (d.current ->> 'archivedOn')::timestamptz - interval '0.5 milliseconds' as began_on,
    (select min(s.changed_on) from history s where s.collection = ${`${kind}s`} and s.record_id = d.record_id
      and s.type = ${typeOf(kind, "Restored")} and s.changed_on > d.changed_on) as restored_on
  from history d where d.collection = ${`${kind}s`} and d.type = ${typeOf(kind, "Deleted")} and d.record_id in (${ids})`;

/**
 * Whether the deletion `d` made the change `e`: within its transaction, or in the work it deferred. Nothing else ends a
 * membership of a deleted record.
 */
const isMadeBy = sql`d.began_on <= e.changed_on and (d.deleted_on < e.changed_on or d.changed_by is not distinct from e.changed_by)
  and coalesce(d.restored_on > e.changed_on, true)`;

/** SQL condition: not given by a provider's groups, which give roles again where they still apply. */
const isByHand = sql`not e.previous ? 'isFromProvider'`;

/** No later change of the same membership in the user's history. */
const isLast = (userId: SQL, roleId: SQL) => sql`not exists (
  select from history l where l.collection = 'users' and l.record_id = ${userId}
    and l.type in ('UserRoleAdded', 'UserRoleRemoved') and l.changed_on > e.changed_on
    and coalesce(l.current ->> 'roleId', l.previous ->> 'roleId') = ${roleId}::text)`;

export interface EndedRole extends Grant {
  userId: string;
  roleId: string;
  roleName: string;
}

/**
 * The roles that users lost in their last deletion, or that were deleted and restored while the users were deleted.
 * Excludes roles that are still deleted: their users get them back with them.
 */
export async function rolesEndedFor(db: Database, userIds: readonly string[]): Promise<EndedRole[]> {
  const { rows } = await db.execute<EndedRole & Record<string, unknown>>(sql`
    with ended as materialized (
      select e.record_id as user_id, r.role_id, r.role_name, r.role_name_sort, r.is_built_in, r.permissions, e.changed_on, e.changed_by
      from history e join roles r on r.role_id = (e.previous ->> 'roleId')::uuid and r.archived_on is null
      where e.collection = 'users' and e.record_id = any(${idArray(userIds)}) and e.type = 'UserRoleRemoved'
        and ${isByHand} and ${isLast(sql`e.record_id`, sql`r.role_id`)}
    ), of_users as materialized (${deletionsOf("user", sql`select user_id from ended`)}
    ), of_roles as materialized (${deletionsOf("role", sql`select role_id from ended`)}
    ), last_of_users as (select record_id, max(deleted_on) as deleted_on from of_users group by record_id)
    select e.user_id as "userId", e.role_id as "roleId", e.role_name as "roleName", e.is_built_in as "isBuiltIn", e.permissions
    from ended e join last_of_users l on l.record_id = e.user_id
    where exists (select from of_users d where d.record_id = e.user_id and d.deleted_on = l.deleted_on and ${isMadeBy})
      or exists (select from of_roles d where d.record_id = e.role_id and ${isMadeBy})
        and exists (select from of_roles d where d.record_id = e.role_id and d.restored_on > l.deleted_on)
    order by e.role_name_sort, e.role_id`);
  return rows;
}

/** The deletion that a role was restored from, from its history. */
interface Deletion extends Record<string, unknown> {
  beganOn: string;
  deletedOn: string;
  changedBy: string | null;
}

/**
 * Gives a restored role back to a batch of the users who lost it in its last deletion. Users who are still deleted get
 * it when restored.
 * @param after the last change of the previous batch
 * @returns the last change processed; undefined when none is left
 */
export async function restoreRoleHolders(
  db: Database,
  roleId: string,
  after?: string,
): Promise<string | undefined> {
  const deletions = await db.execute<Deletion>(sql`
    select began_on::text as "beganOn", deleted_on::text as "deletedOn", changed_by as "changedBy"
    from (${deletionsOf("role", sql`${roleId}`)} order by d.history_id desc limit 1) as d`);
  const [last] = deletions.rows;
  if (!last) return undefined;
  if (after === undefined) await addMemberships(db, await endedMeanwhile(db, roleId, last));
  const since = after
    ? sql`(e.changed_on, e.history_id) > (select changed_on, history_id from history where history_id = ${after})`
    : sql`true`;
  const { rows } = await db.execute<{ historyId: string; userId: string; roleId: string }>(sql`
    select e.history_id as "historyId", e.previous ->> 'userId' as "userId", e.record_id as "roleId"
    from history e
    where e.collection = 'roles' and e.record_id = ${roleId} and e.type = 'RoleUserRemoved' and ${isByHand}
      and e.changed_on >= ${last.beganOn}::timestamptz and ${since}
      and (e.changed_on > ${last.deletedOn}::timestamptz or e.changed_by is not distinct from ${last.changedBy}::uuid)
      and exists (select from roles r where r.role_id = e.record_id and r.archived_on is null)
    order by e.changed_on, e.history_id limit ${holdersAtOnce}`);
  await addMemberships(db, rows);
  return rows.at(-1)?.historyId;
}

/** Users restored while the role was deleted, who had lost it by either deletion. */
async function endedMeanwhile(db: Database, roleId: string, { deletedOn }: Deletion) {
  const { rows } = await db.execute<{ userId: string; roleId: string }>(sql`
    with back as materialized (
      select distinct s.record_id from history s
      where s.collection = 'users' and s.type = 'UserRestored' and s.changed_on > ${deletedOn}::timestamptz
    ), ended as materialized (
      select e.record_id as user_id, e.changed_on, e.changed_by
      from history e join back on back.record_id = e.record_id
      where e.collection = 'users' and e.type = 'UserRoleRemoved' and e.previous ->> 'roleId' = ${roleId}::text and ${isByHand}
        and ${isLast(sql`e.record_id`, sql`${roleId}`)}
    ), of_users as materialized (${deletionsOf("user", sql`select user_id from ended`)}
    ), of_role as materialized (${deletionsOf("role", sql`${roleId}`)})
    select e.user_id as "userId", ${roleId} as "roleId" from ended e
    where exists (select from of_users d where d.record_id = e.user_id and ${isMadeBy})
      or exists (select from of_role d where ${isMadeBy})`);
  return rows;
}

/** Gives each user a role, unless the user has been deleted meanwhile, and notifies them. */
export async function addMemberships(
  db: Database,
  holdings: readonly { userId: string; roleId: string }[],
): Promise<void> {
  if (holdings.length === 0) return;
  const [users, roles] = [holdings.map(({ userId }) => userId), holdings.map(({ roleId }) => roleId)];
  // Locks users against deletion until the transaction ends, in the order used everywhere.
  await db.execute(sql`${replanEachTime} select from users where user_id in (select unnest(${idArray(users)}))
    order by user_id for no key update`);
  const { rows } = await db.execute<{ userId: string; roleId: string }>(sql`${replanEachTime}
    insert into user_roles (user_id, role_id)
    select u.user_id, given.role_id
    from unnest(${idArray(users)}, ${idArray(roles)}) as given (user_id, role_id)
      join users u on u.user_id = given.user_id and u.archived_on is null
    on conflict do nothing returning user_id as "userId", role_id as "roleId"`);
  await notifyOfGivenRoles(db, rows);
}
