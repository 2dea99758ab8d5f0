import * as z from "zod";
import { requiredText } from "../validation/text";
import { defineArea } from "./endpoint";
import { type ColumnKind, exportEndpoint } from "./export";
import { historyEndpoints } from "./history";
import { definePermissions } from "./permissions";
import {
  instant,
  lastUpdate,
  listAnswer,
  listQuery,
  nothing,
  orAsText,
  recordId,
  recordVersion,
  repeated,
  trace,
} from "./schemas";

export const rolePermissions = definePermissions({
  view: "RoleView",
  place: 20,
  actions: ["AddAction", "EditAction", "DeleteAction", "HistoryAction"],
  sections: {
    PermissionSection: [],
    UserSection: ["AddAction", "DeleteAction"],
    AttributeSection: [],
  },
});

export const roleRow = z.object({
  roleId: z.string(),
  roleName: z.string(),
  /** Pre-selected for new users. */
  isDefault: z.boolean(),
  /** The administrator role that comes with every tenant: it holds every permission and cannot be changed. */
  isBuiltIn: z.boolean(),
  createdOn: instant,
  createdBy: z.string(),
});
export type RoleRow = z.output<typeof roleRow>;

export const roleDetail = roleRow.extend({ ...trace, version: recordVersion });
export type RoleDetail = z.output<typeof roleDetail>;

/** What of a role can be edited; also the schema of the form. What is left out stays as it is (FM-10). */
export const roleEdit = z.object({
  roleName: requiredText(100),
  isDefault: z.boolean().optional(),
  version: recordVersion.optional(),
});

export const roleCreate = roleEdit.omit({ version: true }).extend({ isDefault: z.boolean().default(false) });

export const roleUser = z.object({
  userId: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  userName: z.string(),
  /** The id of the picture; null without one. */
  avatar: z.string().nullable(),
  createdOn: instant,
  createdBy: z.string(),
});
export type RoleUser = z.output<typeof roleUser>;

const permission = z.object({
  permissionId: z.string(),
  /** What it is a part of; null for a view. */
  parentPermissionId: z.string().nullable(),
  permissionType: z.enum(["View", "Section", "Action"]),
  permissionLabel: z.string(),
  permissionValue: z.boolean(),
});

/** A view with its own actions, and its sections ("segments") with theirs. */
export const permissionNode = z.object({
  view: permission,
  actions: z.array(permission),
  segments: z.array(z.object({ segment: permission, actions: z.array(permission) })),
  /** The same in every node: counts up with each change of what the role grants. Beyond the specification. */
  version: recordVersion.optional(),
});
export type PermissionNode = z.output<typeof permissionNode>;

/** All permissions as one flat list; those left out count as not granted, those without a value as granted. */
export const permissionSave = z
  .array(z.object({ permissionId: z.string().max(200), permissionValue: z.boolean().default(true) }))
  .max(5000);

const roleListQuery = listQuery(["roleName", "isDefault", "createdOn", "createdBy"], {
  roleName: { type: "text" },
  isDefault: { type: "flag" },
  createdOn: { type: "date" },
  createdBy: { type: "text" },
});

/** What can be exported of the list. */
export const roleExportColumns = {
  roleId: "text",
  roleName: "text",
  isDefault: "boolean",
  isBuiltIn: "boolean",
  createdOn: "dateTime",
  createdBy: "text",
} as const satisfies Record<keyof RoleRow, ColumnKind>;

export const roles = defineArea("roles", {
  list: {
    method: "GET",
    path: "/roles",
    access: ["RoleView"],
    summary: "A page of roles.",
    query: roleListQuery,
    answer: listAnswer(roleRow),
  },
  listLastUpdate: {
    method: "GET",
    path: "/roles/last-update",
    access: ["RoleView"],
    summary: "When a role was last created and last changed, and by whom.",
    answer: lastUpdate.nullable(),
  },
  detail: {
    method: "GET",
    path: "/roles/:roleId",
    access: ["RoleView"],
    summary: "One role.",
    answer: roleDetail,
  },
  lastUpdate: {
    method: "GET",
    path: "/roles/:roleId/last-update",
    access: ["RoleView"],
    summary: "Who created and last changed the role, and when.",
    answer: lastUpdate,
  },
  create: {
    method: "POST",
    path: "/roles",
    access: ["RoleView", "RoleView_AddAction"],
    summary: "Creates a role; answers the new id.",
    affects: ["roles", "dictionaries"],
    body: roleCreate,
    answer: z.string(),
  },
  save: {
    method: "PUT",
    path: "/roles/:roleId",
    access: ["RoleView", "RoleView_EditAction"],
    summary: "Saves a role; 409 with the stored role when `version` is not the stored one.",
    affects: ["roles", "users", "dictionaries"],
    body: roleEdit,
    answer: roleDetail,
  },
  remove: {
    method: "DELETE",
    path: "/roles",
    access: ["RoleView", "RoleView_DeleteAction"],
    summary: "Archives roles and takes them from their users.",
    affects: ["roles", "users", "dictionaries", "user"],
    query: z.object({ roleIds: repeated(recordId) }),
    answer: nothing,
  },
  permissions: {
    method: "GET",
    path: "/roles/:roleId/permissions",
    access: ["RoleView", "RoleView_PermissionSection"],
    summary: "Every permission there is, with whether the role grants it.",
    answer: z.array(permissionNode),
  },
  savePermissions: {
    method: "PUT",
    path: "/roles/:roleId/permissions",
    access: ["RoleView", "RoleView_EditAction", "RoleView_PermissionSection"],
    summary: "Replaces what the role grants; 409 with the stored tree when `version` is not the tree's.",
    affects: ["roles", "users", "dictionaries", "user"],
    query: z.object({ version: orAsText(recordVersion).optional() }),
    body: permissionSave,
    answer: nothing,
  },
  users: {
    method: "GET",
    path: "/roles/:roleId/users",
    access: ["RoleView", "RoleView_UserSection"],
    summary: "A page of the role's users.",
    query: listQuery(["lastName", "firstName", "userName", "createdOn", "createdBy"], {
      lastName: { type: "text" },
      firstName: { type: "text" },
      userName: { type: "text" },
      createdOn: { type: "date" },
      createdBy: { type: "text" },
    }),
    answer: listAnswer(roleUser),
  },
  addUsers: {
    method: "PUT",
    path: "/roles/:roleId/users",
    access: ["RoleView", "RoleView_UserSection", "RoleView_UserSection_AddAction"],
    summary: "Gives the role to users; those who hold it keep it.",
    affects: ["roles", "users", "dictionaries", "tenants", "user"],
    body: z.object({ userIds: z.array(recordId).min(1).max(500) }),
    answer: nothing,
  },
  removeUsers: {
    method: "DELETE",
    path: "/roles/:roleId/users",
    access: ["RoleView", "RoleView_UserSection", "RoleView_UserSection_DeleteAction"],
    summary: "Takes the role from users.",
    affects: ["roles", "users", "dictionaries", "tenants", "user"],
    query: z.object({ userIds: repeated(recordId) }),
    answer: nothing,
  },
  export: exportEndpoint("/roles", ["RoleView"], roleListQuery, roleExportColumns),
  ...historyEndpoints("/roles", "roleId", "RoleView_HistoryAction"),
});
