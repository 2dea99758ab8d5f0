import { userRecords } from "../../lib/contract/users";
import { type SQL, sql } from "../database/sql";
import { isNotSuspended } from "../members/active";
import { recordTable } from "./table";

export const userTable = recordTable(userRecords, {
  columns: {
    lastLoginDate: { column: "last_login_on" },
    isActive: { read: isNotSuspended("r") },
    suspendedUntil: { read: sql`case when not ${isNotSuspended("r")} then r.suspended_until end` },
  },
  search: { rows: sql`users_search r`, text: sql`r.search_text`, isIndexed: true },
  filters: {
    roles: { by: sql`r.user_id`, having: holders, permission: "UserView_RoleSection" },
    secondFactor: { by: sql`r.second_factor`, permission: "UserView_EditAction" },
  },
});

/** The users who hold one of the active roles with these names, or any at all. */
export function holders(foldedNames?: SQL): SQL {
  const named = foldedNames ? sql`and held.role_name_sort in (${foldedNames})` : sql.empty;
  return sql`select ur.user_id from user_roles ur join roles held on held.tenant_id = ur.tenant_id and held.role_id = ur.role_id
    where held.archived_on is null ${named}`;
}
