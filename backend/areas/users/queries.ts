import { type SQL, sql } from "drizzle-orm";
import { type UserDetail, type UserRow, type UserSettings, userSettings } from "../../../lib/contract/users";
import { preferencesFromSettings, type UserSetting } from "../../../lib/preferences/preferences";
import { instantOf, instantOrNull, recordCount } from "../../database/list";
import type { ListSource } from "../../database/list-source";
import { readTraced, traceColumns } from "../../database/trace";
import type { Database } from "../../database/transaction";

type Raw = Record<string, unknown>;

const rowColumns = sql`u.user_id as "userId", u.user_name as "userName", u.first_name as "firstName",
  u.last_name as "lastName", u.email, u.avatar, u.last_login_on as "lastLoginDate", u.created_on as "createdOn",
  u.created_by_name as "createdBy"`;

function readRow(row: Raw): UserRow {
  return {
    userId: row.userId as string,
    userName: row.userName as string,
    firstName: row.firstName as string,
    lastName: row.lastName as string,
    email: row.email as string,
    avatar: row.avatar as string | null,
    lastLoginDate: instantOrNull(row.lastLoginDate),
    createdOn: instantOf(row.createdOn),
    createdBy: row.createdBy as string,
  };
}

type UserSort = "lastName" | "firstName" | "userName" | "email" | "lastLoginDate" | "createdOn" | "createdBy";

export const userList: ListSource<UserSort, UserRow, UserSort> = {
  rows: sql`users u`,
  where: sql`u.archived_on is null`,
  id: sql`u.user_id`,
  sorts: {
    lastName: { by: sql`u.last_name_sort` },
    firstName: { by: sql`u.first_name_sort` },
    userName: { by: sql`u.user_name_sort` },
    email: { by: sql`u.email_sort` },
    lastLoginDate: { by: sql`u.last_login_on`, nullable: true },
    createdOn: { by: sql`u.created_on` },
    createdBy: { by: sql`u.created_by_sort` },
  },
  filters: {
    lastName: { by: sql`u.last_name_sort`, isSearched: true },
    firstName: { by: sql`u.first_name_sort`, isSearched: true },
    userName: { by: sql`u.user_name_sort`, isSearched: true },
    email: { by: sql`u.email_sort`, isSearched: true },
    lastLoginDate: { by: sql`u.last_login_on` },
    createdOn: { by: sql`u.created_on` },
    createdBy: { by: sql`u.created_by_sort` },
  },
  search: { rows: sql`users_search u`, text: sql`u.search_text` },
  total: recordCount("users"),
  detail: { columns: rowColumns, join: sql`users u on u.user_id = page.id`, isInRows: true },
  read: readRow,
};

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

/** A living user with roles, or undefined. */
export async function findUser(db: Database, userId: string): Promise<UserDetail | undefined> {
  const { rows } = await db.execute<Raw>(sql`
    select ${rowColumns}, ${traceColumns("u")},
      (select coalesce(json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name)
          order by r.role_name_sort, r.role_id), '[]')
        from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.role_id = ur.role_id
        where ur.user_id = u.user_id and r.archived_on is null) as roles
    from users u where u.user_id = ${userId} and u.archived_on is null`);
  return readTraced(rows[0], (row) => ({ ...readRow(row), roles: row.roles as UserDetail["roles"] }));
}

const shownSettings = sql.join(
  Object.keys(userSettings.shape).map((name) => sql`${name}`),
  sql`, `,
);

/** The preferences of a user, with their defaults where nothing was chosen. */
export async function preferencesOf(db: Database, userId: string): Promise<UserSettings> {
  const { rows } = await db.execute<UserSetting & Raw>(sql`
    select setting_name as "settingName", setting_value as "settingValue"
    from user_settings where user_id = ${userId} and setting_name in (${shownSettings})`);
  return userSettings.parse(preferencesFromSettings(rows));
}

/** Keeps a living user from being changed by others until the transaction ends. */
export async function lockUser(db: Database, userId: string) {
  const { rows } = await db.execute<{
    version: number;
    userName: string;
    firstName: string;
    lastName: string;
    email: string;
    avatar: string | null;
  }>(sql`
    select version, user_name as "userName", first_name as "firstName", last_name as "lastName", email, avatar from users
    where user_id = ${userId} and archived_on is null for no key update`);
  return rows[0];
}

/** Locks the living users of the given ids, in one order so that two such calls do not wait for each other. */
export async function lockUsers(db: Database, ids: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from users where user_id = any(${ids}) and archived_on is null
    order by user_id for no key update`);
  return rows.map((row) => row.userId);
}

interface Editable {
  userName: string;
  firstName: string;
  lastName: string;
  email: string;
}

export async function insertUser(db: Database, userId: string, user: Editable): Promise<void> {
  await db.execute(sql`insert into users (user_id, user_name, first_name, last_name, email)
    values (${userId}, ${user.userName}, ${user.firstName}, ${user.lastName}, ${user.email})`);
}

export async function updateUser(
  db: Database,
  userId: string,
  user: Editable & { avatar: string | null },
): Promise<void> {
  await db.execute(sql`update users set user_name = ${user.userName}, first_name = ${user.firstName},
    last_name = ${user.lastName}, email = ${user.email}, avatar = ${user.avatar} where user_id = ${userId}`);
}

export async function archiveUsers(db: Database, ids: SQL): Promise<void> {
  await db.execute(sql`update users set archived_on = now() where user_id = any(${ids})`);
}
