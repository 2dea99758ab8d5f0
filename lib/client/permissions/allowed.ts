import type { PermissionName } from "../../contract/permissions";

/** Something that is shown to those who may: a view, a tab, an action, an option. */
export interface Guarded {
  /** Needed, all of a list; what needs none is for everybody (PM-01). */
  permission?: PermissionName | readonly PermissionName[];
  /** Lets in whom it passes, beside those who hold the permission; where none is named, it alone decides. */
  isAllowed?: (permissions: Permissions) => boolean;
}

export interface Permissions {
  /** Whether the user holds the permission, or all of a list; what needs no permission is always allowed (PM-01). */
  has(name?: Guarded["permission"]): boolean;
  /** Whether the user may see the item: by its permission, or by its own check (platform document, section 6). */
  allows(item: Guarded): boolean;
}

/** @param names the user's permissions, and those that contexts add */
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
