import { figureDays } from "../../../lib/contract/home";
import type { PermissionName } from "../../../lib/contract/permissions";
import { type PermissionSource, userRoleList } from "../../../lib/contract/user-roles";
import type { UserDetail } from "../../../lib/contract/users";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { listSource } from "../../lists/declared-list";
import { type Grant, permissionsOf } from "../../members/grants";
import { userTable } from "../../records/user-table";

/** The roles of one user; there are few, so they are sorted directly. */
export const rolesOfUser = (userId: string) =>
  listSource(userRoleList, {
    from: sql`user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id`,
    where: sql`ur.user_id = ${userId} and r.archived_on is null`,
    id: sql`r.role_id`,
    columns: {
      isFromProvider: { read: sql`ur.is_from_provider` },
      createdOn: { table: "ur" },
      createdBy: { table: "ur" },
    },
    join: sql`user_roles ur on ur.role_id = page.id and ur.user_id = ${userId}
      join roles r on r.role_id = page.id`,
  });

type RolesHeld = NonNullable<UserDetail["roles"]>;

/** The active roles of a user, by name. @param userId in SQL */
export const rolesHeldBy = (userId: SQL) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('roleId', held.role_id, 'roleName', held.role_name)
      || case when ur.is_from_provider then '{"isFromProvider": true}' else '{}' end::jsonb order by held.role_name_sort, held.role_id), '[]')
  from user_roles ur join roles held on held.tenant_id = ur.tenant_id and held.role_id = ur.role_id
  where ur.user_id = ${userId} and held.archived_on is null)`;

/** An active user with roles. @throws {RequestError} 404 */
export async function findUser(db: Database, userId: string): Promise<UserDetail> {
  const [user, { rows }] = await Promise.all([
    userTable.get(db, userId),
    db.execute<{ roles: RolesHeld }>(sql`select ${rolesHeldBy(sql`${userId}`)} as roles`),
  ]);
  return { ...user, roles: rows[0]?.roles ?? [] };
}

/** Locks an active user until the transaction ends; undefined if there is none. */
export async function lockUser(db: Database, userId: string) {
  const [user] = await userTable.lock(db, [userId]);
  return user;
}

interface Editable {
  userName: string;
  firstName: string;
  lastName: string;
  email: string;
  isActive: boolean;
  suspendedUntil: string | null;
}

export async function insertUsers(
  db: Database,
  users: readonly (Editable & { userId: string })[],
): Promise<void> {
  await db.execute(sql`insert into users (user_id, user_name, first_name, last_name, email, is_active, suspended_until)
    select "userId", "userName", "firstName", "lastName", email, "isActive", "suspendedUntil"
    from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb)
      as u ("userId" uuid, "userName" text, "firstName" text, "lastName" text, email text, "isActive" boolean, "suspendedUntil" timestamptz)`);
}

/** A user's offered permissions, in the contract's order, with the names of the roles that they come from. */
export async function permissionSources(
  db: Database,
  userId: string,
  offered: ReadonlySet<PermissionName>,
): Promise<PermissionSource[]> {
  const { rows } = await db.execute<
    Grant & Record<"roleId" | "roleName", string> & { isFromProvider: boolean } & Record<string, unknown>
  >(sql`
    select r.role_id as "roleId", r.role_name as "roleName", ur.is_from_provider as "isFromProvider", r.is_built_in as "isBuiltIn", r.permissions
    from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
    where ur.user_id = ${userId} and r.archived_on is null order by r.role_name_sort, r.role_id`);
  return [...offered].flatMap((permissionId) => {
    const roles = rows
      .filter((role) => permissionsOf(role).includes(permissionId))
      .map(({ roleId, roleName, isFromProvider }) => ({
        roleId,
        roleName,
        ...(isFromProvider && { isFromProvider }),
      }));
    return roles.length > 0 ? [{ permissionId, roles }] : [];
  });
}

/** Sign-ins of a user on each of the last days in a time zone, from the user's own part of the history. */
export async function signInsOf(db: Database, userId: string, timeZone: string) {
  const { rows } = await db.execute<{ day: string; signIns: number }>(sql`
    with days as (
      select d::date as day from generate_series(
        (now() at time zone ${timeZone})::date - ${figureDays - 1}::int, (now() at time zone ${timeZone})::date, interval '1 day') d
    ), counted as (
      select (changed_on at time zone ${timeZone})::date as day, count(*)::int as count from history
      where collection = 'users' and record_id = ${userId} and type = 'UserSignedIn'
        and changed_on >= (select min(day) from days)::timestamp at time zone ${timeZone}
      group by 1
    )
    select days.day::text as day, coalesce(count, 0) as "signIns" from days left join counted using (day) order by 1`);
  return rows;
}
