import { auth } from "./auth";
import { dictionaries } from "./dictionaries";
import type { Endpoint } from "./endpoint";
import { type PermissionTree, permissionNames } from "./permissions";
import { rolePermissions, roles } from "./roles";
import { settings } from "./settings";
import { user } from "./user";
import { userPermissions, users } from "./users";

/** Every call that browser, BFF and API know, by area: a new area adds one line here and one to `permissionTrees`. */
export const contract = { auth, user, users, roles, dictionaries, settings };

export const permissionTrees: readonly PermissionTree[] = [userPermissions, rolePermissions];

export const allPermissions = permissionTrees.flatMap(permissionNames);

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((area) =>
  Object.values(area),
);
