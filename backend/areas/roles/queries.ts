import { type SQL, sql } from "drizzle-orm";
import type { RoleDetail, RoleRow, RoleUser } from "../../../lib/contract/roles";
import type { Grant } from "../../access/grants";
import { instantOf, recordCount } from "../../database/list";
import type { ListSource } from "../../database/list-source";
import { readTraced, traceColumns } from "../../database/trace";
import type { Database } from "../../database/transaction";

type Raw = Record<string, unknown>;

const rowColumns = sql`r.role_id as "roleId", r.role_name as "roleName", r.is_default as "isDefault",
  r.is_built_in as "isBuiltIn", r.created_on as "createdOn", r.created_by_name as "createdBy"`;

function readRow(row: Raw): RoleRow {
  return {
    roleId: row.roleId as string,
    roleName: row.roleName as string,
    isDefault: row.isDefault as boolean,
    isBuiltIn: row.isBuiltIn as boolean,
    createdOn: instantOf(row.createdOn),
    createdBy: row.createdBy as string,
  };
}

type RoleColumn = "roleName" | "isDefault" | "createdOn" | "createdBy";

const roleColumns = {
  roleName: { by: sql`r.role_name_sort` },
  isDefault: { by: sql`r.is_default` },
  createdOn: { by: sql`r.created_on` },
  createdBy: { by: sql`r.created_by_sort` },
};

export const roleList: ListSource<RoleColumn, RoleRow, RoleColumn> = {
  rows: sql`roles r`,
  where: sql`r.archived_on is null`,
  id: sql`r.role_id`,
  sorts: roleColumns,
  filters: roleColumns,
  search: { rows: sql`roles r`, text: sql`r.role_name_sort` },
  total: recordCount("roles"),
  detail: { columns: rowColumns, join: sql`roles r on r.role_id = page.id`, isInRows: true },
  read: readRow,
};

type RoleUserColumn = "lastName" | "firstName" | "userName" | "createdOn" | "createdBy";

/** Who holds a role. Archived users hold none, so neither the counter nor a sort needs a look at users. */
export function usersOfRole(roleId: string): ListSource<RoleUserColumn, RoleUser, RoleUserColumn> {
  return {
    rows: sql`user_roles ur`,
    where: sql`ur.role_id = ${roleId}`,
    id: sql`ur.user_id`,
    sorts: {
      lastName: { by: sql`ur.last_name_sort` },
      firstName: { by: sql`ur.first_name_sort` },
      userName: { by: sql`ur.user_name_sort` },
      createdOn: { by: sql`ur.created_on` },
      createdBy: { by: sql`ur.created_by_sort` },
    },
    filters: {
      lastName: { by: sql`u.last_name_sort`, isSearched: true },
      firstName: { by: sql`u.first_name_sort`, isSearched: true },
      userName: { by: sql`u.user_name_sort`, isSearched: true },
      createdOn: { by: sql`ur.created_on` },
      createdBy: { by: sql`ur.created_by_sort` },
    },
    search: {
      rows: sql`users_search u join user_roles ur on ur.user_id = u.user_id`,
      text: sql`u.search_text`,
    },
    total: recordCount(`user_roles:${roleId}`),
    detail: {
      columns: sql`u.user_id as "userId", u.last_name as "lastName", u.first_name as "firstName",
        u.user_name as "userName", u.avatar, ur.created_on as "createdOn", ur.created_by_name as "createdBy"`,
      join: sql`users u on u.user_id = page.id join user_roles ur on ur.user_id = page.id and ur.role_id = ${roleId}`,
    },
    read: (row) => ({
      userId: row.userId as string,
      lastName: row.lastName as string,
      firstName: row.firstName as string,
      userName: row.userName as string,
      avatar: row.avatar as string | null,
      createdOn: instantOf(row.createdOn),
      createdBy: row.createdBy as string,
    }),
  };
}

/** A living role, or undefined. */
export async function findRole(db: Database, roleId: string): Promise<RoleDetail | undefined> {
  const { rows } = await db.execute<Raw>(sql`
    select ${rowColumns}, ${traceColumns("r")}
    from roles r where r.role_id = ${roleId} and r.archived_on is null`);
  return readTraced(rows[0], readRow);
}

interface StoredRole extends Raw {
  roleId: string;
  isBuiltIn: boolean;
  isDefault: boolean;
  version: number;
  permissions: string[];
  permissionsVersion: number;
}

/** What a living role grants and how often that was changed, or undefined. */
export async function findGrant(
  db: Database,
  roleId: string,
): Promise<(Grant & { version: number }) | undefined> {
  const { rows } = await db.execute<Grant & Raw & { version: number }>(sql`
    select is_built_in as "isBuiltIn", permissions, permissions_version as version from roles where role_id = ${roleId} and archived_on is null`);
  return rows[0];
}

/** Locks the living roles of the given ids, in one order so that two such calls do not wait for each other. */
export async function lockRoles(db: Database, ids: SQL): Promise<StoredRole[]> {
  const { rows } = await db.execute<StoredRole>(sql`
    select role_id as "roleId", is_built_in as "isBuiltIn", is_default as "isDefault", version, permissions,
      permissions_version as "permissionsVersion" from roles
    where role_id = any(${ids}) and archived_on is null order by role_id for no key update`);
  return rows;
}

export async function insertRole(db: Database, role: { roleName: string; isDefault: boolean }) {
  const { rows } = await db.execute<{ roleId: string }>(sql`
    insert into roles (role_name, is_default) values (${role.roleName}, ${role.isDefault}) returning role_id as "roleId"`);
  return (rows[0] as { roleId: string }).roleId;
}

export async function updateRole(
  db: Database,
  roleId: string,
  role: { roleName: string; isDefault: boolean },
): Promise<void> {
  await db.execute(sql`update roles set role_name = ${role.roleName}, is_default = ${role.isDefault}
    where role_id = ${roleId}`);
}

export async function updatePermissions(db: Database, roleId: string, names: readonly string[]) {
  // Permission names hold no commas.
  await db.execute(sql`update roles set permissions = coalesce(string_to_array(nullif(${names.join(",")}, ''), ','), '{}')
    where role_id = ${roleId}`);
}

export async function archiveRoles(db: Database, ids: SQL): Promise<void> {
  await db.execute(sql`update roles set archived_on = now() where role_id = any(${ids})`);
}
