import { sql } from "drizzle-orm";
import { allPermissions } from "../../lib/contract";
import type { PermissionName } from "../../lib/contract/permissions";
import type { Denied } from "../../lib/contract/users";
import { forbidden } from "../core/errors";
import type { Database } from "../database/transaction";
import type { SignedInUser } from "../endpoint/route";

export interface Grant {
  isBuiltIn: boolean;
  /** An array in the role's row, since it is always read and replaced as a whole: one lock, one history entry. */
  permissions: readonly string[];
}

const known: ReadonlySet<string> = new Set(allPermissions);

/**
 * The permissions of a role: everything, for the administrator role. A name from another version, unknown to this one,
 * permits nothing, and must not keep administrators from assigning the role.
 */
export function permissionsOf({ isBuiltIn, permissions }: Grant): readonly string[] {
  return isBuiltIn ? allPermissions : permissions.filter((name) => known.has(name));
}

/** Whether the user has all permissions of their tenant. */
export function hasAllPermissions({ permissions, offered }: SignedInUser): boolean {
  return permissions.size === offered.size;
}

/**
 * Refuses to grant permissions that the user lacks (QUALITY, security 10). Ignores permissions
 * that are unavailable in the tenant.
 * @throws {RequestError} 403 `permissionNotHeld`
 */
export function refuseUnlessHeld(user: SignedInUser, permissions: readonly string[]): void {
  if (!isHeld(user, permissions)) throw forbidden("permissionNotHeld");
}

/** Whether the user has all permissions of a grant. */
export function isHeld(
  { permissions: held, offered }: SignedInUser,
  permissions: readonly string[],
): boolean {
  return (permissions as readonly PermissionName[]).every((name) => held.has(name) || !offered.has(name));
}

/** The tenant's permissions that the user lacks. */
export function missingPermissions({ permissions: held, offered }: SignedInUser): readonly PermissionName[] {
  return [...offered].filter((name) => !held.has(name));
}

/** Whether the user has all permissions that any of these people has in the transaction's tenant. */
export async function hasAllPermissionsOf(
  db: Database,
  user: SignedInUser,
  userIds: readonly string[],
): Promise<boolean> {
  if (hasAllPermissions(user)) return true;
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select r.is_built_in as "isBuiltIn", r.permissions from roles r
    where r.archived_on is null and exists (select from user_roles ur where ur.tenant_id = r.tenant_id
      and ur.role_id = r.role_id and ur.user_id = any(string_to_array(${userIds.join(",")}, ',')::uuid[]))`);
  return rows.every((grant) => isHeld(user, permissionsOf(grant)));
}

/**
 * Refuses to manage users with more rights. Setting a password allows signing in as that user, so it grants their
 * permissions; likewise, roles and accounts can only be removed from users that the caller could create.
 * @throws {RequestError} 403 with the given code
 */
export async function refuseUnlessHoldingAllOf(
  db: Database,
  user: SignedInUser,
  userIds: readonly string[],
  code: Extract<Denied, `${string}OfStronger`>,
) {
  if (!(await hasAllPermissionsOf(db, user, userIds))) throw forbidden(code);
}
