import { roleRecords } from "../../lib/contract/roles";
import { sql } from "../database/sql";
import { recordCount } from "../lists/list";
import { recordTable } from "./table";

/** Roles are few: phrases search the table itself, and hits are counted directly. */
export const roleTable = recordTable(roleRecords, {
  columns: {
    userCount: { read: recordCount(sql`'user_roles:' || r.role_id`) },
    permissionCount: { read: sql`case when not r.is_built_in then cardinality(r.permissions) end` },
  },
  search: { rows: sql`roles r`, text: sql`r.role_name_sort` },
});
