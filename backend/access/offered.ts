import { allPermissions, permissionTrees } from "../../lib/contract";
import type { PermissionTree } from "../../lib/contract/permission-tree";
import { type PermissionName, permissionNames } from "../../lib/contract/permissions";
import { hostTenant } from "../core/tenant-prefix";

const elsewhere = permissionTrees.filter(({ onlyInHost }) => !onlyInHost);

const everywhere: ReadonlySet<PermissionName> = new Set(elsewhere.flatMap(permissionNames));
const inHost: ReadonlySet<PermissionName> = new Set(allPermissions);

/**
 * The permissions available in a tenant: permissions to administer tenants exist only in the host of an installation with
 * multi-tenancy (OR-03). Roles may name others, which have no effect there.
 */
export function offeredIn(identifier: string, multiTenancy: boolean): ReadonlySet<PermissionName> {
  return multiTenancy && identifier === hostTenant ? inHost : everywhere;
}

/** The permission trees reduced to the offered permissions. */
export function treesOf(offered: ReadonlySet<PermissionName>): readonly PermissionTree[] {
  return offered === inHost ? permissionTrees : elsewhere;
}
