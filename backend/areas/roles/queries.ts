import { roleUserList } from "../../../lib/contract/roles";
import { notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { listSource } from "../../lists/declared-list";
import { recordCount } from "../../lists/list";
import type { Grant } from "../../members/grants";

type Raw = Record<string, unknown>;

/** The users of a role. Archived users have none, so neither the count nor a sort reads users. */
export const usersOfRole = (roleId: string) =>
  listSource(roleUserList, {
    from: sql`user_roles ur`,
    where: sql`ur.role_id = ${roleId}`,
    id: sql`ur.user_id`,
    columns: {
      lastName: { sortBy: sql`ur.last_name_sort` },
      firstName: { sortBy: sql`ur.first_name_sort` },
      userName: { sortBy: sql`ur.user_name_sort` },
      createdOn: { table: "ur" },
      createdBy: { table: "ur" },
    },
    search: {
      rows: sql`users_search r join user_roles ur on ur.user_id = r.user_id`,
      text: sql`r.search_text`,
      isIndexed: true,
    },
    total: recordCount(`user_roles:${roleId}`),
    join: sql`users r on r.user_id = page.id join user_roles ur on ur.user_id = page.id and ur.role_id = ${roleId}`,
  });

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
