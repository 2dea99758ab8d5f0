import { allPermissions } from "../../lib/contract";

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
