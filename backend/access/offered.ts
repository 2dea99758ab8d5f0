import { allPermissions, permissionTrees } from "../../lib/contract";
import type { PermissionTree } from "../../lib/contract/permission-tree";
import { type PermissionName, permissionNames } from "../../lib/contract/permissions";
import { hostTenant } from "../core/tenant-prefix";

const namesOf = (trees: readonly PermissionTree[]): ReadonlySet<PermissionName> =>
  new Set(trees.flatMap(permissionNames));

const inTenants = namesOf(permissionTrees.filter(({ onlyInHost }) => !onlyInHost));
const inOnlyTenant = namesOf(permissionTrees.filter(({ onlyInHost }) => onlyInHost !== "withMultiTenancy"));
const inHost: ReadonlySet<PermissionName> = new Set(allPermissions);

/**
 * The permissions available in a tenant: those to see the installation exist only in the host, and those to administer
 * tenants only with multi-tenancy, too (OR-03). Roles may name others, which have no effect there.
 */
export function offeredIn(identifier: string, multiTenancy: boolean): ReadonlySet<PermissionName> {
  if (identifier !== hostTenant) return inTenants;
  return multiTenancy ? inHost : inOnlyTenant;
}

/** The permission trees reduced to the offered permissions. */
export function treesOf(offered: ReadonlySet<PermissionName>): readonly PermissionTree[] {
  return permissionTrees.filter(({ view }) => offered.has(view as PermissionName));
}
