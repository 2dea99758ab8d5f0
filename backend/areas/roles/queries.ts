import type { RoleUser } from "../../../lib/contract/roles";
import { notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { instantOf, recordCount } from "../../lists/list";
import type { ListSource } from "../../lists/list-source";
import type { Grant } from "../../members/grants";

type Raw = Record<string, unknown>;

type RoleUserColumn = "lastName" | "firstName" | "userName" | "createdOn" | "createdBy";

/** The users of a role. Archived users have none, so neither the count nor a sort reads users. */
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

/** An active role's permissions and their version. @throws {RequestError} 404 */
export async function grantOf(
  db: Database,
  roleId: string,
  which: "living" | "deleted" = "living",
): Promise<Grant & { version: number }> {
  const { rows } = await db.execute<Grant & Raw & { version: number }>(sql`
    select is_built_in as "isBuiltIn", permissions, permissions_version as version from roles 
    where role_id = ${roleId} and (archived_on is null) = ${which === "living"}`);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function updatePermissions(db: Database, roleId: string, names: readonly string[]) {
  // Permission names contain no commas.
  await db.execute(sql`update roles set permissions = coalesce(string_to_array(nullif(${names.join(",")}, ''), ','), '{}')
    where role_id = ${roleId}`);
}
