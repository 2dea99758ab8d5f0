import type { contract } from "../../../lib/contract";
import type { ResponseOf } from "../../../lib/contract/endpoint";
import { invalid } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { distinctIds } from "../../database/uuid";
import { recordCount } from "../../lists/list";
import type { ListSource } from "../../lists/list-source";
import { statusName } from "../../records/status-name";

export async function refuseUnknown(
  db: Database,
  table: string,
  column: string,
  propertyName: string,
  id: string,
) {
  const [uuid] = distinctIds([id]);
  const exists = async (uuid: string) => {
    const { rows } = await db.execute(
      sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${uuid} and archived_on is null`,
    );
    return rows.length > 0;
  };
  if (!uuid || !(await exists(uuid))) throw invalid([{ propertyName, rule: "unknown" }]);
}

type AttributeOption = ResponseOf<typeof contract.dictionaries.attributes>["list"][number];

/** Active attributes, with `kind` only those available to records of that kind. */
export function attributeOptions(
  kind: string | undefined,
): ListSource<"name", AttributeOption, "attributeTypeId"> {
  const assigned = (
    which: SQL,
  ) => sql`exists (select from attribute_assignments s where s.tenant_id = a.tenant_id
    and s.attribute_id = a.attribute_id and s.attribute_assignment_type_id = ${kind ?? ""} ${which})`;
  return {
    rows: sql`attributes a`,
    where: sql`a.archived_on is null ${kind ? sql`and ${assigned(sql.empty)}` : sql.empty}`,
    id: sql`a.attribute_id`,
    sorts: { name: { by: sql`a.attribute_name_sort` } },
    filters: { attributeTypeId: { by: sql`a.attribute_type_id` } },
    search: { rows: sql`attributes a`, text: sql`a.attribute_name_sort` },
    detail: {
      columns: sql`a.attribute_id as id, a.attribute_name as name, a.attribute_type_id as "attributeTypeId",
        a.attribute_format as "attributeFormat", a.attribute_csv_values as "attributeCsvValues",
        a.dependent_attribute_id as "dependentAttributeId", a.dependent_property_id as "dependentPropertyId",
        ${assigned(sql`and s.is_required`)} as "isRequired"`,
      join: sql`attributes a on a.attribute_id = page.id`,
    },
    read: (row) => row as unknown as AttributeOption,
  };
}

interface RoleOption {
  id: string;
  name: string;
  isDefault: boolean;
  denied?: boolean;
}

/**
 * Active roles, without those of the user `holder`, if given.
 * @param lacking permissions that the caller lacks, and so may not grant
 */
export function roleOptions(
  holder: string | undefined,
  lacking: readonly string[],
): ListSource<"name", RoleOption, "isDefault"> {
  const lacked = holder
    ? sql`and not exists (select from user_roles ur where ur.user_id = ${holder} and ur.role_id = r.role_id)`
    : sql.empty;
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

/** Living statuses of attachments. */
export const statusOptions: ListSource<"sortOrder" | "name", StatusOption> = {
  rows: sql`attachment_status s`,
  where: sql`s.archived_on is null`,
  id: sql`s.attachment_status_id`,
  sorts: { sortOrder: { by: sql`s.sort_order` }, name: { by: sql`fold(${statusName})` } },
  filters: {},
  search: { rows: sql`attachment_status s`, text: sql`fold(${statusName})` },
  total: recordCount("attachment_status"),
  detail: {
    columns: sql`s.attachment_status_id as id, ${statusName} as name, s.color`,
    join: sql`attachment_status s on s.attachment_status_id = page.id`,
  },
  read: (row) => row as unknown as StatusOption,
};

interface UserOption {
  id: string;
  name: string;
  userName: string;
  email: string;
  avatar: string | null;
}

interface NarrowedUsers {
  lacking: string | undefined;
  holding: string | undefined;
  outside: string | undefined;
}

/** Active users, optionally with or without a role, or outside a tenant. */
export function userOptions({
  lacking,
  holding,
  outside,
}: NarrowedUsers): ListSource<"name" | "userName", UserOption> {
  const roleId = lacking ?? holding;
  const held = roleId
    ? sql`and ${lacking ? sql`not` : sql.empty} exists (select from user_roles ur
        where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id and ur.role_id = ${roleId})`
    : sql.empty;
  const inside = outside ? sql`and u.user_id not in (select users_of_tenant(${outside}))` : sql.empty;
  const all = recordCount("users");
  return {
    rows: sql`users u`,
    where: sql`u.archived_on is null ${held} ${inside}`,
    id: sql`u.user_id`,
    sorts: { name: { by: sql`u.name_sort` }, userName: { by: sql`u.user_name_sort` } },
    filters: {},
    search: { rows: sql`users_search u`, text: sql`u.search_text` },
    total: outside
      ? undefined
      : lacking
        ? sql`(${all} - ${recordCount(`user_roles:${lacking}`)})`
        : holding
          ? recordCount(`user_roles:${holding}`)
          : all,
    detail: {
      columns: sql`u.user_id as id, display_name(u.first_name, u.last_name, u.user_name) as name,
        u.user_name as "userName", u.email, u.avatar`,
      join: sql`users u on u.user_id = page.id`,
    },
    read: (row) => row as unknown as UserOption,
  };
}
