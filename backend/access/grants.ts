import { sql } from "drizzle-orm";
import { allPermissions } from "../../lib/contract";
import type { PermissionName } from "../../lib/contract/permissions";
import type { Denied } from "../../lib/contract/users";
import type { Database } from "../database/transaction";
import { forbidden } from "../http/errors";
import type { SignedInUser } from "../http/route";

export interface Grant {
  isBuiltIn: boolean;
  /** An array in the role's row, since it is always read and replaced as a whole: one lock, one history entry. */
  permissions: readonly string[];
}

const known: ReadonlySet<string> = new Set(allPermissions);

/**
 * What holding a role permits: everything, for the administrator role. A name that this version does not know, left by
 * another one, permits nothing, and must not keep administrators from giving the role.
 */
export function permissionsOf({ isBuiltIn, permissions }: Grant): readonly string[] {
  return isBuiltIn ? allPermissions : permissions.filter((name) => known.has(name));
}

/** Whether there is nothing that the user may not do in their tenant. */
export function mayDoEverything({ permissions, offered }: SignedInUser): boolean {
  return permissions.size === offered.size;
}

/**
 * Nobody grants what they lack (QUALITY, security 10). What the tenant does not offer is nothing to lack.
 * @throws {RequestError} 403 `permissionNotHeld`
 */
export function refuseUnlessHeld(user: SignedInUser, permissions: readonly string[]): void {
  if (!isHeld(user, permissions)) throw forbidden("permissionNotHeld");
}

/** Whether the user may do all that something permits. */
export function isHeld(
  { permissions: held, offered }: SignedInUser,
  permissions: readonly string[],
): boolean {
  return (permissions as readonly PermissionName[]).every((name) => held.has(name) || !offered.has(name));
}

/** What there is in the tenant and the user may not do. */
export function lackedBy({ permissions: held, offered }: SignedInUser): readonly PermissionName[] {
  return [...offered].filter((name) => !held.has(name));
}

/** Whether there is nothing that any of these people may do in the tenant that the transaction is in, and the user may not. */
export async function holdsAllOf(
  db: Database,
  user: SignedInUser,
  userIds: readonly string[],
): Promise<boolean> {
  if (mayDoEverything(user)) return true;
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select r.is_built_in as "isBuiltIn", r.permissions from roles r
    where r.archived_on is null and exists (select from user_roles ur where ur.tenant_id = r.tenant_id
      and ur.role_id = r.role_id and ur.user_id = any(string_to_array(${userIds.join(",")}, ',')::uuid[]))`);
  return rows.every((grant) => isHeld(user, permissionsOf(grant)));
}

/**
 * Whoever sets another's password can sign in as them, so it grants what they may do; and nobody takes roles or the account from
 * people whom they could not make.
 * @throws {RequestError} 403 with the given code
 */
export async function refuseUnlessHoldingAllOf(
  db: Database,
  user: SignedInUser,
  userIds: readonly string[],
  code: Extract<Denied, `${string}OfStronger`>,
) {
  if (!(await holdsAllOf(db, user, userIds))) throw forbidden(code);
}
