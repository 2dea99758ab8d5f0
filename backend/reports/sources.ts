import { attachmentRecords } from "../../lib/contract/attachments";
import type { ColumnKind, ExportColumns } from "../../lib/contract/export";
import { organisationTexts } from "../../lib/contract/organisation-settings";
import type { PermissionName } from "../../lib/contract/permissions";
import type { Placeholder, PlaceholderKind } from "../../lib/contract/report-layouts";
import type { ReportSource } from "../../lib/contract/reports";
import { roleRecords } from "../../lib/contract/roles";
import { userRecords } from "../../lib/contract/users";
import { roleTable } from "../access/role-table";
import { userTable } from "../access/user-table";
import { attachmentTable } from "../attachments/table";
import type { ListSource } from "../database/list-source";
import { rowLists } from "./template";

interface Source {
  /** What its list asks for; whoever may not see that gets no document either. */
  permission: PermissionName;
  list: ListSource<string, unknown, string>;
  columns: ExportColumns;
  /** What rows are sorted by. */
  sortBy: string;
  /** The columns of a layout to begin with. */
  first: readonly string[];
}

/** Any list can be read without knowing its columns by their types. */
const anyList = (list: unknown) => list as ListSource<string, unknown, string>;

/** What reports are made from: the lists themselves, so that nobody reads here what they do not see there. */
export const sources: Readonly<Record<ReportSource, Source>> = {
  users: {
    permission: "UserView",
    list: anyList(userTable.list),
    columns: userRecords.exportColumns,
    sortBy: "lastName",
    first: ["lastName", "firstName", "userName", "email", "lastLoginDate"],
  },
  roles: {
    permission: "RoleView",
    list: anyList(roleTable.list),
    columns: roleRecords.exportColumns,
    sortBy: "roleName",
    first: ["roleName", "isDefault", "userCount", "permissionCount"],
  },
  attachments: {
    permission: "AttachmentView",
    list: anyList(attachmentTable.list),
    columns: attachmentRecords.exportColumns,
    sortBy: "fileName",
    first: ["fileName", "fileType", "fileSize", "attachmentStatusName", "description"],
  },
};

const kinds: Readonly<Record<ColumnKind, PlaceholderKind>> = {
  text: "text",
  number: "number",
  boolean: "boolean",
  day: "day",
  date: "dateTime",
  dateTime: "dateTime",
  time: "dateTime",
};

const ofReport = (name: string, kind: PlaceholderKind): Placeholder => ({ name, kind, isOfRow: false });

/** What can stand in the layouts of a report. */
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
    { name: "rowNumber", kind: "number", isOfRow: true },
    ...Object.entries(sources[source].columns).map(
      ([name, kind]): Placeholder => ({ name, kind: kinds[kind], isOfRow: true }),
    ),
  ];
}
