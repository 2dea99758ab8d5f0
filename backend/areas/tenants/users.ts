// See docs/decisions/0025.

import type * as z from "zod";
import type { setPassword } from "../../../lib/contract/passwords";
import { type TenantUser, tenantUserList } from "../../../lib/contract/tenants";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { forbidden, notFound } from "../../core/errors";
import { administratorRoleId } from "../../database/schema";
import { type SQL, sql } from "../../database/sql";
import { type Database, enterTenant } from "../../database/transaction";
import { refuseDuplicate } from "../../database/unique-violation";
import { isSameId } from "../../database/uuid";
import { authorOf, type Context } from "../../endpoint/route";
import { listSource, type QueryOfList } from "../../lists/declared-list";
import { listFacts, listPage, recordCount } from "../../lists/list";
import type { Page } from "../../lists/list-source";
import { endAccountApiKeys, setTenantUserPassword, userNameIndex } from "../../members/accounts";
import { type Grant, permissionsOf } from "../../members/grants";
import { idArray, takeAllRoles, usersToHold } from "../../members/memberships";
import { hasAllPermissions, refuseUnlessHeld, refuseUnlessHoldingAllOf } from "../../members/policies";
import { notifyUser } from "../../notifications/notify";
import { tenantTable } from "./queries";

/** The active users of the transaction's tenant. */
const tenantUsers = listSource(tenantUserList, {
  from: sql`users r`,
  where: sql`r.archived_on is null`,
  id: sql`r.user_id`,
  columns: {
    isAdministrator: {
      read: sql`exists (select from user_roles ur where ur.tenant_id = r.tenant_id and ur.user_id = r.user_id
        and ur.role_id = ${administratorRoleId})`,
    },
    lastLoginDate: { column: "last_login_on" },
  },
  search: { rows: sql`users_search r`, text: sql`r.search_text`, isIndexed: true },
  total: recordCount("users"),
});

/** @throws {RequestError} 404 */
export function page(
  context: Context,
  tenantId: string,
  query: QueryOfList<typeof tenantUserList>,
): Promise<Page<TenantUser>> {
  return visiting(context, tenantId, (db) => listPage(db, tenantUsers, query, listFacts(context)));
}

/**
 * An administrator of a tenant has all its permissions, so only callers with all permissions here can add one.
 * @throws {RequestError} 404, 400 on userIds that are no users of the host, 403 `permissionNotHeld`
 */
export async function add(
  context: Context,
  tenantId: string,
  { userIds, asAdministrators }: { userIds: readonly string[]; asAdministrators: boolean },
): Promise<null> {
  if (asAdministrators && !hasAllPermissions(context.user)) throw forbidden("permissionNotHeld");
  await admitUsers(context, tenantId, await usersToHold(context.db, userIds), { asAdministrators });
  return null;
}

interface Profile extends Record<string, unknown> {
  userId: string;
  userName: string;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Makes users of the host users of another tenant too, with its default roles or the administrator role. Restores
 * earlier users under their current names; existing ones stay unchanged.
 * @param userIds locked by {@link usersToHold}
 * @throws {RequestError} 400 on userIds when another user of the tenant has such a name, 403 `permissionNotHeld` when
 * the default roles have permissions that the caller lacks
 */
export async function admitUsers(
  context: Context,
  tenantId: string,
  userIds: readonly string[],
  { asAdministrators }: { asAdministrators: boolean },
): Promise<void> {
  const { rows: profiles } = await context.db.execute<Profile>(sql`
    select user_id as "userId", user_name as "userName", first_name as "firstName", last_name as "lastName", email
    from users where user_id = any(${idArray(userIds)})`);
  await visiting(context, tenantId, async (db) => {
    const admitted = await refuseDuplicate(
      userNameIndex,
      "userIds",
      insertUsers(db, profiles),
      "userNameThere",
    );
    if (asAdministrators) return giveRoles(db, userIds, sql`role_id = ${administratorRoleId}`);
    if (admitted.length > 0)
      for (const role of await defaultRoles(db)) refuseUnlessHeld(context.user, permissionsOf(role));
    return giveRoles(db, admitted, sql`is_default`);
  });
}

async function defaultRoles(db: Database): Promise<Grant[]> {
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select is_built_in as "isBuiltIn", permissions from roles where is_default and archived_on is null for share`);
  return rows;
}

/** Returns the ids of new and restored users. */
async function insertUsers(db: Database, profiles: readonly Profile[]): Promise<string[]> {
  const values = profiles.map(
    ({ userId, userName, firstName, lastName, email }) =>
      sql`(${userId}::uuid, ${userName}, ${firstName}, ${lastName}, ${email})`,
  );
  const { rows } = await db.execute<{ userId: string }>(sql`
    insert into users (user_id, user_name, first_name, last_name, email) values ${sql.join(values, ", ")}
    on conflict (tenant_id, user_id) do update set archived_on = null, user_name = excluded.user_name,
      first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, is_active = true, suspended_until = null
    where users.archived_on is not null
    returning user_id as "userId"`);
  return rows.map(({ userId }) => userId);
}

async function giveRoles(db: Database, userIds: readonly string[], which: SQL): Promise<void> {
  await db.execute(sql`
    insert into user_roles (user_id, role_id)
    select u, role_id from unnest(${idArray(userIds)}) as u, roles where ${which} and archived_on is null
    on conflict do nothing`);
}

/**
 * Removes users from a tenant; an account without another tenant ends, as when its user is deleted.
 * @throws {RequestError} 404, 400 on userIds, 403 for users with more rights than the caller, here or there, 409
 * `lastAdministrator`
 */
export async function remove(context: Context, tenantId: string, userIds: readonly string[]): Promise<null> {
  const removed = await visiting(context, tenantId, async (db) => {
    const held = await usersToHold(db, userIds);
    await refuseUnlessHoldingAllOf(db, context.user, held, "deletionOfStronger");
    await takeAllRoles({ db, config: context.config }, held);
    await db.execute(sql`update users set archived_on = now() where user_id = any(${idArray(held)})`);
    return held;
  });
  await refuseUnlessHoldingAllOf(context.db, context.user, removed, "deletionOfStronger");
  return null;
}

export interface TenantUserKey {
  tenantId: string;
  userId: string;
}

/**
 * An account in several tenants belongs to none of them alone, so only a caller with all permissions in the host, which
 * administers them, may set its password.
 * @throws {RequestError} 404, 403 for callers with fewer rights, for one's own account, and without passwords
 */
export async function checkPasswordChange(context: Context, whose: TenantUserKey): Promise<void> {
  const { user } = context;
  refuseWithoutPasswords(context);
  if (isSameId(whose.userId, user.userId)) throw forbidden("ownPassword");
  if (!hasAllPermissions(user)) throw forbidden("passwordOfStronger");
  await lockTenantUser(context, whose);
}

/** @throws {RequestError} 404 */
export function lockTenantUser(context: Context, { tenantId, userId }: TenantUserKey): Promise<void> {
  return visiting(context, tenantId, async (there) => {
    const { rows } = await there.execute(sql`
      select from users where user_id = ${userId} and archived_on is null for no key update`);
    if (rows.length === 0) throw notFound();
  });
}

/**
 * Ends the user's API keys too, unless kept explicitly.
 * @throws {RequestError} as {@link checkPasswordChange} does
 */
export async function changePassword(
  context: Context,
  whose: TenantUserKey,
  { endApiKeys }: z.output<typeof setPassword>,
  passwordHash: string,
): Promise<null> {
  const { db } = context;
  const { tenantId, userId } = whose;
  await checkPasswordChange(context, whose);
  await visiting(context, tenantId, (there) => notifyUser(there, userId, "passwordSet"));
  if (!(await setTenantUserPassword(db, tenantId, userId, passwordHash))) throw notFound();
  if (endApiKeys) await endAccountApiKeys(db, userId, tenantId);
  return null;
}

/**
 * Runs work inside another tenant, in the same transaction and as the same user: the database hides other tenants' rows
 * even from the host, so it has to enter the administered tenant. Row-level security, triggers and
 * history apply there as usual; records name the acting user.
 * @throws {RequestError} 404 for a tenant that the caller's own does not administer
 */
async function visiting<T>(
  { db, tenant, user }: Context,
  tenantId: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  await tenantTable.get(db, tenantId);
  const actor = authorOf(user);
  await enterTenant(db, tenantId, actor);
  const result = await work(db);
  // Skipped after an error, which rolls the whole transaction back.
  await enterTenant(db, tenant.tenantId, actor);
  return result;
}
