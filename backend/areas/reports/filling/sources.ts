import type * as z from "zod";
import { attachmentRecords } from "../../../../lib/contract/attachments";
import { attributeRecords } from "../../../../lib/contract/attributes";
import type { ExportColumnKind, ExportColumns } from "../../../../lib/contract/export-columns";
import { organisationTexts } from "../../../../lib/contract/organisation-settings";
import type { PermissionName } from "../../../../lib/contract/permissions";
import type { Placeholder, PlaceholderKind } from "../../../../lib/contract/report-layouts";
import type { ReportSource } from "../../../../lib/contract/report-sources";
import { roleRecords } from "../../../../lib/contract/roles";
import { userRecords } from "../../../../lib/contract/users";
import { valueTableOf } from "../../../attributes/values";
import { type SQL, sql } from "../../../database/sql";
import type { ListSource } from "../../../lists/list-source";
import { attachmentTable } from "../../../records/attachment-table";
import { attributeTable } from "../../../records/attribute-table";
import { roleTable } from "../../../records/role-table";
import { userTable } from "../../../records/user-table";
import { rowLists } from "./plan";
import { listsIn } from "./tags";

interface Source {
  /** The permission for its list, required for its documents too. */
  permission: PermissionName;
  list: ListSource<string, unknown, string>;
  /** Schema of its list's parameters. */
  query: z.ZodType;
  columns: ExportColumns;
  /** Sort column of the rows. */
  sortBy: string;
  /** The columns of a starter layout. */
  first: readonly string[];
  /** Nested lists of its records. */
  nested: Readonly<Record<string, NestedList>>;
}

/** A list within the list of rows, such as the roles of a user. */
export interface NestedList {
  /** The permission to see it on a record, required for documents with it too. */
  permission: PermissionName;
  columns: readonly string[];
  /**
   * Those of several records, in order: the record's `id`, and `value`, the columns as a JSON array of texts, numbers,
   * booleans, `{"moment": …}` and `{"permission": …}`.
   */
  read: (ids: SQL) => SQL;
}

/** The values of its attributes, with their types: numbers and instants are shown in the reader's format. */
function attributesOf(noun: string, permission: PermissionName): NestedList {
  const { name, recordId } = valueTableOf(noun);
  const moment = (text: SQL) => sql`jsonb_build_object('moment', ${text})`;
  return {
    permission,
    columns: ["attributeName", "attributeValue"],
    read: (ids) => sql`
      select v.${recordId} as id, jsonb_build_array(a.attribute_name, case
        when v.number_value is not null then to_jsonb(v.number_value)
        when v.boolean_value is not null then to_jsonb(v.boolean_value)
        when v.day_value is not null then ${moment(sql`v.day_value::text`)}
        when v.moment_value is not null then ${moment(sql`iso_instant(v.moment_value)`)}
        when v.signature is not null then v.signature -> 'signatureName'
        when a.attribute_type_id = 'CSV' then to_jsonb(replace(v.text_value, ';', ', '))
        else to_jsonb(coalesce(nullif(v.value_name, ''), v.text_value)) end) as value
      from ${name} v join attributes a on a.tenant_id = v.tenant_id and a.attribute_id = v.attribute_id
      where v.${recordId} = any(${ids}) and a.archived_on is null order by a.attribute_name_sort, a.attribute_id`,
  };
}

/** Reading a list needs no column types. */
const anyList = (list: unknown) => list as ListSource<string, unknown, string>;

/** Reports are made from the lists themselves, with the same permissions. */
export const sources: Readonly<Record<ReportSource, Source>> = {
  users: {
    permission: "UserView",
    list: anyList(userTable.list),
    query: userRecords.calls.list.query,
    columns: userRecords.exportColumns,
    sortBy: "lastName",
    first: ["lastName", "firstName", "userName", "email", "lastLoginDate"],
    nested: {
      roles: {
        permission: "UserView_RoleSection",
        columns: ["roleName"],
        read: (ids) => sql`
          select h.user_id as id, jsonb_build_array(r.role_name) as value
          from user_roles h join roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
          where h.user_id = any(${ids}) and r.archived_on is null order by r.role_name_sort, r.role_id`,
      },
      attributes: attributesOf("user", "UserView_AttributeSection"),
    },
  },
  roles: {
    permission: "RoleView",
    list: anyList(roleTable.list),
    query: roleRecords.calls.list.query,
    columns: roleRecords.exportColumns,
    sortBy: "roleName",
    first: ["roleName", "isDefault", "userCount", "permissionCount"],
    nested: {
      permissions: {
        permission: "RoleView_PermissionSection",
        columns: ["permissionName", "permissionId"],
        // The administrator role has all permissions without listing them.
        read: (ids) => sql`
          select r.role_id as id, jsonb_build_array(jsonb_build_object('permission', name), name) as value
          from roles r cross join lateral unnest(r.permissions) as name
          where r.role_id = any(${ids}) order by name collate "C"`,
      },
      users: {
        permission: "RoleView_UserSection",
        columns: ["lastName", "firstName", "userName"],
        read: (ids) => sql`
          select h.role_id as id, jsonb_build_array(u.last_name, u.first_name, u.user_name) as value
          from user_roles h join users u on u.tenant_id = h.tenant_id and u.user_id = h.user_id
          where h.role_id = any(${ids}) order by h.last_name_sort, h.first_name_sort, h.user_name_sort`,
      },
      attributes: attributesOf("role", "RoleView_AttributeSection"),
    },
  },
  attachments: {
    permission: "AttachmentView",
    list: anyList(attachmentTable.list),
    query: attachmentRecords.calls.list.query,
    columns: attachmentRecords.exportColumns,
    sortBy: "fileName",
    first: ["fileName", "fileType", "fileSize", "attachmentStatusName", "description"],
    nested: { attributes: attributesOf("attachment", "AttachmentView_AttributeSection") },
  },
  attributes: {
    permission: "AttributeView",
    list: anyList(attributeTable.list),
    query: attributeRecords.calls.list.query,
    columns: attributeRecords.exportColumns,
    sortBy: "attributeName",
    first: ["attributeName", "attributeTypeId", "assignmentCount", "createdOn"],
    nested: {
      assignments: {
        permission: "AttributeView_AssignmentSection",
        columns: ["attributeAssignmentTypeId", "subtype", "isRequired"],
        read: (ids) => sql`
          select s.attribute_id as id,
            jsonb_build_array(s.attribute_assignment_type_id, s.subtype, s.is_required) as value
          from attribute_assignments s
          where s.attribute_id = any(${ids}) order by s.attribute_assignment_type_id, s.subtype`,
      },
    },
  },
};

const kinds: Readonly<Record<ExportColumnKind, PlaceholderKind>> = {
  text: "text",
  number: "number",
  boolean: "boolean",
  day: "day",
  date: "dateTime",
  dateTime: "dateTime",
  time: "dateTime",
};

const ofReport = (name: string, kind: PlaceholderKind): Placeholder => ({
  name,
  kind,
  isOfRow: false,
  list: "",
});

const ofRow = (name: string, kind: PlaceholderKind, list = ""): Placeholder => ({
  name,
  kind,
  isOfRow: true,
  list,
});

/** The lists within the rows that a layout uses, in the order of the source. @param placeholders as written there */
export function nestedListsIn(source: ReportSource, placeholders: readonly string[]): string[] {
  const asked = listsIn(placeholders);
  return Object.keys(sources[source].nested).filter((name) => asked.has(name));
}

/** The permissions needed to receive a document of a layout. */
export function permissionsToSee(
  source: ReportSource,
  placeholders: readonly string[],
): [PermissionName, ...PermissionName[]] {
  const { permission, nested } = sources[source];
  return [
    permission,
    ...nestedListsIn(source, placeholders).map((name) => (nested[name] as NestedList).permission),
  ];
}

/** The placeholders allowed in the layouts of a report. */
export function placeholdersOf(source: ReportSource): Placeholder[] {
  return [
    ofReport("reportName", "text"),
    ofReport("today", "day"),
    ofReport("now", "dateTime"),
    ofReport("rowCount", "number"),
    ofReport("author.name", "text"),
    ofReport("author.userName", "text"),
    ...organisationTexts.map((name) => ofReport(`organisation.${name}`, "text")),
    ofReport("organisation.logo", "image"),
    ...[...rowLists, source].map((name) => ofReport(name, "list")),
    ofRow("rowNumber", "number"),
    ...Object.entries(sources[source].columns).map(([name, kind]) => ofRow(name, kinds[kind])),
    ...Object.entries(sources[source].nested).flatMap(([list, { columns }]) => [
      ofRow(list, "list"),
      ofRow("itemNumber", "number", list),
      ...columns.map((name) => ofRow(name, "text", list)),
    ]),
  ];
}
