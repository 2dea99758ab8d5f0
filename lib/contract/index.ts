import { auth } from "./auth";
import { dictionaries } from "./dictionaries";
import type { Endpoint } from "./endpoint";
import { invitations } from "./invitations";
import { notifications } from "./notifications";
import { type PermissionTree, permissionNames } from "./permissions";
import { rolePermissions, roles } from "./roles";
import { settings } from "./settings";
import { tenantPermissions, tenants } from "./tenants";
import { user } from "./user";
import { userPermissions, users } from "./users";

/**
 * Every call that browser, BFF and API know, by area: a new area adds one line here and one to `trees`. The browser gets
 * the calls without their schemas (scripts/lib/browser-contract.cjs); a form imports the schema it needs by its name.
 */
export const contract = {
  auth,
  user,
  users,
  invitations,
  roles,
  dictionaries,
  settings,
  notifications,
  tenants,
};

const trees = [userPermissions, rolePermissions, tenantPermissions] as const;
/** What areas declare; from it come the names that `access` may say. */
export type AreaPermissions = (typeof trees)[number];

export const permissionTrees: readonly PermissionTree[] = trees;

export const allPermissions = permissionTrees.flatMap(permissionNames);

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((area) =>
  Object.values(area),
);
