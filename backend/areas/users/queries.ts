import { sql } from "drizzle-orm";
import type { PermissionName } from "../../../lib/contract/permissions";
import type { PermissionSource, UserDetail } from "../../../lib/contract/users";
import { type Grant, permissionsOf } from "../../access/grants";
import { idArray } from "../../access/memberships";
import { userTable } from "../../access/user-table";
import { instantOf } from "../../database/list";
import type { ListSource } from "../../database/list-source";
import type { Database } from "../../database/transaction";

type Raw = Record<string, unknown>;

type UserRoleColumn = "roleName" | "createdOn" | "createdBy";

/** The roles of one user; there are few, so they are sorted as they come. */
export function rolesOfUser(userId: string): ListSource<UserRoleColumn, UserRole, UserRoleColumn> {
  const rows = sql`user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id`;
  const columns = {
    roleName: { by: sql`r.role_name_sort` },
    createdOn: { by: sql`ur.created_on` },
    createdBy: { by: sql`ur.created_by_sort` },
  };
  return {
    rows,
    where: sql`ur.user_id = ${userId} and r.archived_on is null`,
    id: sql`r.role_id`,
    sorts: columns,
    filters: columns,
    search: { rows, text: sql`r.role_name_sort` },
    detail: {
      columns: sql`r.role_id as "roleId", r.role_name as "roleName", ur.created_on as "createdOn",
        ur.created_by_name as "createdBy"`,
      join: sql`user_roles ur on ur.role_id = page.id and ur.user_id = ${userId}
        join roles r on r.role_id = page.id`,
    },
    read: (row) => ({
      roleId: row.roleId as string,
      roleName: row.roleName as string,
      createdOn: instantOf(row.createdOn),
      createdBy: row.createdBy as string,
    }),
  };
}

interface UserRole {
  roleId: string;
  roleName: string;
  createdOn: string;
  createdBy: string;
}

type RolesHeld = NonNullable<UserDetail["roles"]>;

/** The living roles of each of the users, by name; nothing of those who hold none. */
export async function rolesHeldBy(db: Database, userIds: readonly string[]): Promise<Map<string, RolesHeld>> {
  const { rows } = await db.execute<Raw & RolesHeld[number] & { userId: string }>(sql`
    select ur.user_id as "userId", r.role_id as "roleId", r.role_name as "roleName"
    from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
    where ur.user_id = any(${idArray(userIds)}) and r.archived_on is null order by r.role_name_sort, r.role_id`);
  const held = new Map<string, RolesHeld>();
  for (const { userId, ...role } of rows) held.set(userId, [...(held.get(userId) ?? []), role]);
  return held;
}

/** A living user with roles. @throws {RequestError} 404 */
export async function findUser(db: Database, userId: string): Promise<UserDetail> {
  const [user, held] = await Promise.all([userTable.get(db, userId), rolesHeldBy(db, [userId])]);
  return { ...user, roles: held.get(user.userId) ?? [] };
}

/** Keeps a living user from being changed by others until the transaction ends; undefined where there is none. */
export async function lockUser(db: Database, userId: string) {
  const [user] = await userTable.lock(db, [userId]);
  return user;
}

interface Editable {
  userName: string;
  firstName: string;
  lastName: string;
  email: string;
}

export async function insertUsers(
  db: Database,
  users: readonly (Editable & { userId: string })[],
): Promise<void> {
  await db.execute(sql`insert into users (user_id, user_name, first_name, last_name, email)
    select "userId", "userName", "firstName", "lastName", email
    from jsonb_to_recordset(${JSON.stringify(users)}::text::jsonb)
      as u ("userId" uuid, "userName" text, "firstName" text, "lastName" text, email text)`);
}

/** Each permission that a user has of those offered, in the order of the contract, with the roles that it comes from by name. */
export async function permissionSources(
  db: Database,
  userId: string,
  offered: ReadonlySet<PermissionName>,
): Promise<PermissionSource[]> {
  const { rows } = await db.execute<
    Grant & Record<"roleId" | "roleName", string> & Record<string, unknown>
  >(sql`
    select r.role_id as "roleId", r.role_name as "roleName", r.is_built_in as "isBuiltIn", r.permissions
    from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
    where ur.user_id = ${userId} and r.archived_on is null order by r.role_name_sort, r.role_id`);
  return [...offered].flatMap((permissionId) => {
    const roles = rows
      .filter((role) => permissionsOf(role).includes(permissionId))
      .map(({ roleId, roleName }) => ({ roleId, roleName }));
    return roles.length > 0 ? [{ permissionId, roles }] : [];
  });
}
