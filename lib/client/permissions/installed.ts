import type { PermissionName } from "@/lib/contract/permissions";

/**
 * Permissions that an installation lends to everybody who is signed in (docs/extending.md), for servers of the contract that have no
 * such names: what they are about is then shown to all, and such a server refuses what it likes.
 */
export const extraPermissions: readonly PermissionName[] = [];
