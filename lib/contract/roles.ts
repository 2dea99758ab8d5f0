import * as z from "zod";
import { attributeEndpoints } from "./attribute-values";
import { defineArea } from "./endpoint";
import { declareChanges } from "./history";
import { created, defineList } from "./lists";
import { attachedEndpoints } from "./record-attachments";
import { column, defineRecords } from "./records";
import { nothing, orAsText, recordId, recordVersion, repeated } from "./schemas";

export const roleRecords = defineRecords("roles", {
  record: "role",
  name: "roleName",
  view: "RoleView",
  place: 20,
  sections: {
    PermissionSection: [],
    UserSection: ["AddAction", "DeleteAction"],
    AttributeSection: [],
  },
  columns: {
    roleName: column.text(100, { required: true, unique: true, searched: true }),
    /** Pre-selected for new users. */
    isDefault: column.flag(),
    /** The administrator role of every tenant: it has all permissions and cannot be changed. */
    isBuiltIn: column.flag({ readOnly: true, sorted: false, filtered: false }),
    userCount: column.int({ readOnly: true, min: 0 }),
    /** Beyond the specification; null for the administrator role, which has all permissions. */
    permissionCount: column.int({ readOnly: true, optional: true, min: 0 }),
  },
  confirm: "changes",
  affects: {
    create: ["roles", "dictionaries"],
    save: ["roles", "users", "dictionaries"],
    remove: ["roles", "users", "dictionaries", "user"],
  },
  summaries: { remove: "Archives roles and takes them from their users." },
});
export const rolePermissions = roleRecords.permissions;
declareChanges(["RolePermissionsChanged"], "RoleView_PermissionSection");
declareChanges(["RoleUserAdded", "RoleUserRemoved"], "RoleView_UserSection");

export type RoleRow = z.output<typeof roleRecords.row>;
export type RoleDetail = z.output<typeof roleRecords.detail>;

export const roleUserList = defineList({
  userId: z.string(),
  lastName: column.readText({ searched: true }),
  firstName: column.readText({ searched: true }),
  userName: column.readText({ searched: true }),
  /** The id of the picture; null without one. */
  avatar: z.string().nullable().default(null),
  ...created,
});
export type RoleUser = z.output<typeof roleUserList.row>;

const permission = z.object({
  permissionId: z.string(),
  /** The parent permission; null for a view. */
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
  /** The same in every node: increased with each change of the role's permissions. Beyond the specification. */
  version: recordVersion.optional(),
});
export type PermissionNode = z.output<typeof permissionNode>;

/** All permissions as one flat list; missing ones are not granted, those without a value are. */
export const permissionSave = z
  .array(z.object({ permissionId: z.string().max(200), permissionValue: z.boolean().default(true) }))
  .max(5000);

export const roleClone = roleRecords.create.pick({ roleName: true });

export const roles = {
  ...roleRecords.calls,
  ...defineArea("roles", {
    permissions: {
      method: "GET",
      path: "/roles/:roleId/permissions",
      access: ["RoleView", "RoleView_PermissionSection"],
      summary: "All permissions, and whether the role grants each of them.",
      response: z.array(permissionNode),
    },
    savePermissions: {
      method: "PUT",
      path: "/roles/:roleId/permissions",
      access: ["RoleView", "RoleView_EditAction", "RoleView_PermissionSection"],
      summary: "Replaces the permissions of the role; 409 with the stored ones if `version` is outdated.",
      confirm: true,
      affects: ["roles", "users", "dictionaries", "user"],
      query: z.object({ version: orAsText(recordVersion).optional() }),
      body: permissionSave,
      response: nothing,
    },
    clone: {
      method: "POST",
      path: "/roles/:roleId/clone",
      access: ["RoleView", "RoleView_AddAction", "RoleView_EditAction", "RoleView_PermissionSection"],
      summary: "Duplicates the role with its permissions, without its users; beyond the specification.",
      confirm: true,
      affects: ["roles", "dictionaries"],
      body: roleClone,
      response: z.string(),
      capability: "role-clones",
    },
    users: {
      method: "GET",
      path: "/roles/:roleId/users",
      access: ["RoleView", "RoleView_UserSection"],
      summary: "A page of the role's users.",
      ...roleUserList.page,
    },
    addUsers: {
      method: "PUT",
      path: "/roles/:roleId/users",
      access: ["RoleView", "RoleView_UserSection", "RoleView_UserSection_AddAction"],
      summary: "Assigns the role to users; those who already have it keep it.",
      confirm: true,
      affects: ["roles", "users", "dictionaries", "tenants", "user"],
      body: z.object({ userIds: z.array(recordId).min(1).max(500) }),
      response: nothing,
    },
    removeUsers: {
      method: "DELETE",
      path: "/roles/:roleId/users",
      access: ["RoleView", "RoleView_UserSection", "RoleView_UserSection_DeleteAction"],
      summary: "Removes the role from users.",
      confirm: true,
      affects: ["roles", "users", "dictionaries", "tenants", "user"],
      query: z.object({ userIds: repeated(recordId) }),
      response: nothing,
    },
    ...attachedEndpoints("roles", "/roles/:roleId", "RoleView"),
    ...attributeEndpoints("roles", "/roles/:roleId", "role", "RoleView"),
  }),
};
