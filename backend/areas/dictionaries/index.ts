import { sql } from "drizzle-orm";
import { contract } from "../../../lib/contract";
import { lackedBy } from "../../access/grants";
import { factsOf, listPage, recordCount } from "../../database/list";
import type { ListSource } from "../../database/list-source";
import type { Database } from "../../database/transaction";
import { distinctIds } from "../../database/uuid";
import { invalid } from "../../http/errors";
import { implement } from "../../http/route";

export const routes = implement(contract.dictionaries, {
  attachmentStatus: ({ query, context }) =>
    listPage(context.db, statusOptions(context.language), query, factsOf(context)),
  roles: async ({ query, context }) => {
    const excluded = query.isExcludedById ? query.userId : undefined;
    if (excluded !== undefined) await refuseUnknown(context.db, "users", "user_id", "userId", excluded);
    return listPage(context.db, roleOptions(excluded, lackedBy(context.user)), query, factsOf(context));
  },
  users: async ({ query, context }) => {
    const lacking = query.isExcludedById ? query.roleId : undefined;
    if (lacking !== undefined) await refuseUnknown(context.db, "roles", "role_id", "roleId", lacking);
    const outside = query.isExcludedById ? query.tenantId : undefined;
    if (outside !== undefined) await refuseUnknown(context.db, "tenants", "tenant_id", "tenantId", outside);
    return listPage(context.db, userOptions(lacking, outside), query, factsOf(context));
  },
});

async function refuseUnknown(db: Database, table: string, column: string, propertyName: string, id: string) {
  const [uuid] = distinctIds([id]);
  const there = sql`${sql.identifier(table)} where ${sql.identifier(column)} = ${uuid} and archived_on is null`;
  if (!uuid || (await db.execute(sql`select from ${there}`)).rows.length === 0)
    throw invalid([{ propertyName, rule: "unknown" }]);
}

interface RoleOption {
  id: string;
  name: string;
  isDefault: boolean;
  denied?: boolean;
}

/**
 * Living roles, without those that a user holds when `holder` names one.
 * @param lacking what the caller may not do, and so may not give
 */
function roleOptions(
  holder: string | undefined,
  lacking: readonly string[],
): ListSource<"name", RoleOption, "isDefault"> {
  const lacked = holder
    ? sql`and not exists (select from user_roles ur where ur.user_id = ${holder} and ur.role_id = r.role_id)`
    : sql``;
  const denied =
    lacking.length === 0
      ? sql`false`
      : sql`r.is_built_in or r.permissions && string_to_array(${lacking.join(" ")}, ' ')`;
  return {
    rows: sql`roles r`,
    where: sql`r.archived_on is null ${lacked}`,
    id: sql`r.role_id`,
    sorts: { name: { by: sql`r.role_name_sort` } },
    filters: { isDefault: { by: sql`r.is_default` } },
    search: { rows: sql`roles r`, text: sql`r.role_name_sort` },
    detail: {
      columns: sql`r.role_id as id, r.role_name as name, r.is_default as "isDefault", (${denied}) as denied`,
      join: sql`roles r on r.role_id = page.id`,
    },
    read: ({ denied, ...row }) => ({
      ...(row as unknown as RoleOption),
      ...(denied === true && { denied }),
    }),
  };
}

interface StatusOption {
  id: string;
  name: string;
  color: string;
}

/** Living statuses of attachments, each by its name in `language` where it has one. */
function statusOptions(language: string): ListSource<"sortOrder" | "name", StatusOption> {
  const name = sql`coalesce(nullif(s.attachment_status_name_translation ->> ${language}, ''), s.attachment_status_name)`;
  return {
    rows: sql`attachment_status s`,
    where: sql`s.archived_on is null`,
    id: sql`s.attachment_status_id`,
    sorts: { sortOrder: { by: sql`s.sort_order` }, name: { by: sql`fold(${name})` } },
    filters: {},
    search: { rows: sql`attachment_status s`, text: sql`fold(${name})` },
    total: recordCount("attachment_status"),
    detail: {
      columns: sql`s.attachment_status_id as id, ${name} as name, s.color`,
      join: sql`attachment_status s on s.attachment_status_id = page.id`,
    },
    read: (row) => row as unknown as StatusOption,
  };
}

interface UserOption {
  id: string;
  name: string;
  userName: string;
  email: string;
  avatar: string | null;
}

/** Living users, without those who hold a role when `lacking` names one, or are in a tenant that `outside` names. */
function userOptions(
  lacking: string | undefined,
  outside: string | undefined,
): ListSource<"name" | "userName", UserOption> {
  const held = lacking
    ? sql`and not exists (select from user_roles ur
        where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id and ur.role_id = ${lacking})`
    : sql``;
  const inside = outside ? sql`and u.user_id not in (select users_of_tenant(${outside}))` : sql``;
  const all = recordCount("users");
  return {
    rows: sql`users u`,
    where: sql`u.archived_on is null ${held} ${inside}`,
    id: sql`u.user_id`,
    sorts: { name: { by: sql`u.name_sort` }, userName: { by: sql`u.user_name_sort` } },
    filters: {},
    search: { rows: sql`users_search u`, text: sql`u.search_text` },
    total: outside ? undefined : lacking ? sql`(${all} - ${recordCount(`user_roles:${lacking}`)})` : all,
    detail: {
      columns: sql`u.user_id as id, display_name(u.first_name, u.last_name, u.user_name) as name,
        u.user_name as "userName", u.email, u.avatar`,
      join: sql`users u on u.user_id = page.id`,
    },
    read: (row) => row as unknown as UserOption,
  };
}
