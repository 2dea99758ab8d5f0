import { conflict, invalid } from "../core/errors";
import { administratorRoleId } from "../database/schema";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { countDistinct, distinctIds } from "../database/uuid";
import type { Context, SignedInUser } from "../endpoint/route";
import { isActiveMember } from "./active";
import { permissionsOf } from "./grants";
import { refuseUnlessHeld } from "./policies";

/** A list of ids as an SQL array; drivers differ in how they bind arrays, but not text. */
export function idArray(ids: readonly string[]): SQL {
  return sql`string_to_array(${ids.join(",")}, ',')::uuid[]`;
}

interface LockedRole extends Record<string, unknown> {
  roleId: string;
  isBuiltIn: boolean;
  permissions: string[];
}

/**
 * Locks the active roles with the given ids against deletion until the transaction ends.
 * @throws {RequestError} 400 on `roleIds` when one does not exist
 */
export async function rolesToHold(db: Database, roleIds: readonly string[]): Promise<LockedRole[]> {
  if (roleIds.length === 0) return [];
  const { rows } = await db.execute<LockedRole>(sql`
    select role_id as "roleId", is_built_in as "isBuiltIn", permissions from roles
    where role_id = any(${idArray(distinctIds(roleIds))}) and archived_on is null
    order by role_id for share`);
  if (rows.length !== countDistinct(roleIds)) throw unknownRoles();
  return rows;
}

/**
 * The ids of active roles to be removed from users.
 * @throws {RequestError} 400 on `roleIds` when one does not exist
 */
export async function rolesToTake(db: Database, roleIds: readonly string[]): Promise<string[]> {
  const ids = distinctIds(roleIds);
  const { rows } = await db.execute(sql`
    select from roles where role_id = any(${idArray(ids)}) and archived_on is null`);
  if (rows.length !== countDistinct(roleIds)) throw unknownRoles();
  return ids;
}

const unknownRoles = () => invalid([{ propertyName: "roleIds", rule: "unknown" }]);

/**
 * Locks active users against deletion and against concurrent role changes until the transaction ends.
 * @throws {RequestError} 400 on `propertyName` when one does not exist
 */
export async function usersToHold(
  db: Database,
  userIds: readonly string[],
  propertyName = "userIds",
): Promise<string[]> {
  const ids = distinctIds(userIds);
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from users where user_id = any(${idArray(ids)}) and archived_on is null
    order by user_id for no key update`);
  if (rows.length !== countDistinct(userIds)) throw invalid([{ propertyName, rule: "unknown" }]);
  return ids;
}

/**
 * Gives roles to users, skipping those already held. Returns the new memberships.
 * @throws {RequestError} 403 `permissionNotHeld` when a new role has permissions that `user` lacks
 */
export async function giveRoles(
  db: Database,
  user: SignedInUser,
  userIds: readonly string[],
  roles: readonly LockedRole[],
): Promise<{ userId: string; roleId: string }[]> {
  const { rows } = await db.execute<{ userId: string; roleId: string }>(sql`
    insert into user_roles (user_id, role_id)
    select u, r from unnest(${idArray(userIds)}) as u, unnest(${idArray(roles.map((role) => role.roleId))}) as r
    on conflict do nothing returning user_id as "userId", role_id as "roleId"`);
  const given = new Set(rows.map((row) => row.roleId));
  for (const role of roles) if (given.has(role.roleId)) refuseUnlessHeld(user, permissionsOf(role));
  return rows;
}

type Taking = Pick<Context, "db"> & { config: Pick<Context["config"], "authMode"> };

/**
 * Removes roles from locked users; those not held are skipped. Returns the id of each removed role.
 * @throws {RequestError} 409 `lastAdministrator` when no administrator who can sign in would be left
 */
export async function takeRoles(
  { db, config }: Taking,
  roleIds: readonly string[],
  userIds: readonly string[],
): Promise<string[]> {
  await lockToTake(db, roleIds);
  const { rows } = await db.execute<{ roleId: string; userId: string }>(sql`
    delete from user_roles where role_id = any(${idArray(roleIds)}) and user_id = any(${idArray(userIds)})
    returning role_id as "roleId", user_id as "userId"`);
  const former = rows.filter(({ roleId }) => roleId === administratorRoleId).map(({ userId }) => userId);
  await requireAdministrator({ db, config }, former);
  return rows.map(({ roleId }) => roleId);
}

/** Removes every role from locked users who are about to be archived; throws as {@link takeRoles} does. */
export async function takeAllRoles(taking: Taking, userIds: readonly string[]): Promise<void> {
  const { rows } = await taking.db.execute<{ roleId: string }>(sql`
    select distinct role_id as "roleId" from user_roles where user_id = any(${idArray(userIds)})`);
  if (rows.length > 0)
    await takeRoles(
      taking,
      rows.map((row) => row.roleId),
      userIds,
    );
}

/**
 * Takes locks in one order everywhere, to avoid deadlocks: users by id, roles by id, then memberships. The
 * administrator role, with the lowest id, is locked exclusively: a concurrent removal waits, and then counts the
 * remaining holders.
 */
async function lockToTake(db: Database, roleIds: readonly string[]): Promise<void> {
  if (roleIds.includes(administratorRoleId))
    await db.execute(sql`select from roles where role_id = ${administratorRoleId} for no key update`);
  await db.execute(sql`
    select from roles where role_id = any(${idArray(roleIds)}) and role_id <> ${administratorRoleId}
    order by role_id for share`);
}

/**
 * Runs a suspension of a locked user. The lock serialises it with other ones, and with removals of administrators.
 * @throws {RequestError} 409 `lastAdministrator` as {@link takeRoles} does
 */
export async function keepingAdministrator(
  taking: Taking,
  userId: string,
  suspend: () => Promise<unknown>,
): Promise<void> {
  await lockToTake(taking.db, [administratorRoleId]);
  const { rows } = await taking.db.execute(sql`
    select from user_roles where role_id = ${administratorRoleId} and user_id = ${userId}`);
  await suspend();
  await requireAdministrator(taking, rows.length > 0 ? [userId] : []);
}

/**
 * Requires an administrator who can sign in: with a password or passkey in the mode `basic`, with a linked identity otherwise.
 * Administrators who cannot sign in may replace each other. The administrator role is locked by now.
 * @param formerIds users who were administrators until now
 */
async function requireAdministrator({ db, config }: Taking, formerIds: readonly string[]): Promise<void> {
  if (formerIds.length === 0) return;
  const canSignIn = (userId: SQL) =>
    config.authMode === "basic"
      ? sql`account_can_sign_in(${userId})`
      : sql`exists (select from identities i where i.user_id = ${userId})`;
  const { rows } = await db.execute<{ remaining: boolean }>(sql`
    select exists (select from user_roles ur join users u using (tenant_id, user_id)
      where ur.role_id = ${administratorRoleId} and ${isActiveMember("u")} and (${canSignIn(sql`ur.user_id`)}
        or not exists (select from unnest(${idArray(formerIds)}) as former where ${canSignIn(sql`former`)}))) as remaining`);
  if (!rows[0]?.remaining) throw conflict("lastAdministrator");
}
