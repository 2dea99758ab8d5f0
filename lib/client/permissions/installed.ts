import type { PermissionName } from "@/lib/contract/permissions";

/**
 * Permissions that an installation grants to every signed-in user (docs/extending.md), for servers of the contract without
 * such names: their items are shown to all, and the server decides.
 */
export const extraPermissions: readonly PermissionName[] = [];
