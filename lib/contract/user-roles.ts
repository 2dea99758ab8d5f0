import * as z from "zod";
import { created, defineList } from "./lists";
import { column } from "./records";

export const roleHeld = z.object({
  roleId: z.string(),
  roleName: z.string(),
  /** True for a role that groups of the identity provider gave and take away (US-07). */
  isFromProvider: z.boolean().optional(),
});

export const userRoleList = defineList({
  roleId: z.string(),
  roleName: column.readText({ searched: true }),
  isFromProvider: z.boolean().default(false),
  ...created,
});

export const permissionSource = z.object({
  /** Such as `RoleView_EditAction`. */
  permissionId: z.string(),
  roles: z.array(roleHeld),
});
export type PermissionSource = z.output<typeof permissionSource>;
