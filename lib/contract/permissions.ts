import type { AreaPermissions } from ".";

/** A view's permissions as an area declares them: its own actions, and its sections with theirs. */
export interface PermissionTree {
  view: `${string}View`;
  /** Where it stands among the views of a role's permissions; the least is the first. */
  place: number;
  actions: readonly string[];
  sections: Record<string, readonly string[]>;
  /** Held and offered in the host tenant alone, and only with multi-tenancy on. */
  onlyInHost?: true;
}

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

/** Every permission name there is: `{View}`, `{View}_{Action}`, `{View}_{Section}`, `{View}_{Section}_{Action}` (PM-01). */
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
