import * as z from "zod";
import type { EndpointDeclaration } from "./endpoint";
import { created, defineList } from "./lists";
import { column } from "./records";
import { nothing, recordId, repeated } from "./schemas";

export const roleHeld = z.object({
  roleId: z.string(),
  roleName: z.string(),
  /** True for a role given by groups of the identity provider, which also end it (US-07). */
  isFromProvider: z.boolean().optional(),
});

export const userRoleList = defineList({
  roleId: z.string(),
  roleName: column.readText({ searched: true }),
  isFromProvider: z.boolean().default(false),
  ...created,
});

const permissionSource = z.object({
  /** Such as `RoleView_EditAction`. */
  permissionId: z.string(),
  roles: z.array(roleHeld),
});
export type PermissionSource = z.output<typeof permissionSource>;

/** The roles of other users, and the permissions that they give. */
export const userRoleEndpoints = {
  roles: {
    method: "GET",
    path: "/users/:userId/roles",
    access: ["UserView", "UserView_RoleSection"],
    summary: "A page of a user's roles.",
    ...userRoleList.page,
  },
  permissions: {
    method: "GET",
    path: "/users/:userId/permissions",
    access: ["UserView", "UserView_RoleSection"],
    summary:
      "The effective permissions of a user, in the order of a role's permissions, and the roles that grant each.",
    response: z.array(permissionSource),
    capability: "permission-sources",
  },
  addRoles: {
    method: "PUT",
    path: "/users/:userId/roles",
    access: ["UserView", "UserView_EditAction", "UserView_RoleSection"],
    summary: "Assigns roles to a user; existing roles are kept.",
    confirm: true,
    affects: ["users", "roles", "dictionaries", "tenants", "user"],
    body: z.object({ roleIds: z.array(recordId).max(500) }),
    response: nothing,
  },
  removeRoles: {
    method: "DELETE",
    path: "/users/:userId/roles",
    access: ["UserView", "UserView_EditAction", "UserView_RoleSection"],
    summary: "Removes roles from a user.",
    confirm: true,
    affects: ["users", "roles", "dictionaries", "tenants", "user"],
    query: z.object({ roleIds: repeated(recordId) }),
    response: nothing,
  },
} as const satisfies Record<string, EndpointDeclaration>;
