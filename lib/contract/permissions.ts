import type * as areas from "./areas";
import type { PermissionTree } from "./permission-tree";

type Areas = typeof areas;
type AreaPermissions = Areas[Extract<keyof Areas, `${string}Permissions`>];

type Names<T> = T extends PermissionTree
  ?
      | T["view"]
      | `${T["view"]}_${T["actions"][number]}`
      | {
          [Section in keyof T["sections"] & string]:
            | `${T["view"]}_${Section}`
            | `${T["view"]}_${Section}_${T["sections"][Section][number]}`;
        }[keyof T["sections"] & string]
  : never;

/** All permission names: `{View}`, `{View}_{Action}`, `{View}_{Section}`, `{View}_{Section}_{Action}` (PM-01). */
export type PermissionName = Names<AreaPermissions>;

/** All names of one view, parents before children. */
export function permissionNames(tree: PermissionTree): PermissionName[] {
  const { view } = tree;
  return [
    view,
    ...tree.actions.map((action) => `${view}_${action}`),
    ...Object.entries(tree.sections).flatMap(([section, actions]) => [
      `${view}_${section}`,
      ...actions.map((action) => `${view}_${section}_${action}`),
    ]),
  ] as PermissionName[];
}
