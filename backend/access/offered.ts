import { allPermissions, permissionTrees } from "../../lib/contract";
import type { PermissionTree } from "../../lib/contract/permission-tree";
import { type PermissionName, permissionNames } from "../../lib/contract/permissions";
import { hostTenant } from "../http/tenant-prefix";

const elsewhere = permissionTrees.filter(({ onlyInHost }) => !onlyInHost);

const everywhere: ReadonlySet<PermissionName> = new Set(elsewhere.flatMap(permissionNames));
const inHost: ReadonlySet<PermissionName> = new Set(allPermissions);

/**
 * The permissions that there are in a tenant: what administers tenants is the host's alone, and nobody's while there is
 * only one (OR-03). A role may name others, which permit nothing there.
 */
export function offeredIn(identifier: string, multiTenancy: boolean): ReadonlySet<PermissionName> {
  return multiTenancy && identifier === hostTenant ? inHost : everywhere;
}

/** The trees that the offered permissions make. */
export function treesOf(offered: ReadonlySet<PermissionName>): readonly PermissionTree[] {
  return offered === inHost ? permissionTrees : elsewhere;
}
