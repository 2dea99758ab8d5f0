import type { PermissionName } from "../../contract/permissions";

/** An item that requires permission: a view, a tab, an action, an option. */
export interface Guarded {
  /** Required permissions, all of a list; without any, the item is for everyone (PM-01). */
  permission?: PermissionName | readonly PermissionName[];
  /** Grants access besides the permission; decides alone if no permission is named. */
  isAllowed?: (permissions: Permissions) => boolean;
}

export interface Permissions {
  /** Whether the user holds the permission, or all of a list; true without a name (PM-01). */
  has(name?: Guarded["permission"]): boolean;
  /** Whether the user may see the item: by its permission or its own check (platform document, section 6). */
  allows(item: Guarded): boolean;
}

/** @param names the user's permissions, and those added by contexts */
export function permissionsOf(names: Iterable<string>): Permissions {
  const held = new Set(names);
  const permissions: Permissions = {
    has: (name) => name === undefined || [name].flat().every((one) => held.has(one)),
    allows: ({ permission, isAllowed }) =>
      isAllowed === undefined
        ? permissions.has(permission)
        : (permission !== undefined && permissions.has(permission)) || isAllowed(permissions),
  };
  return permissions;
}
