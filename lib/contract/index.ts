import * as areas from "./areas";
import type { Endpoint } from "./endpoint";
import { type PermissionTree, permissionNames } from "./permissions";

type Areas = typeof areas;
type TreeName = Extract<keyof Areas, `${string}Permissions`>;

/** What areas declare; from it come the names that `access` may say. */
export type AreaPermissions = Areas[TreeName];

const isTree = (name: string): name is TreeName => name.endsWith("Permissions");

/**
 * Every call that browser, BFF and API know, by area, see areas.ts. The browser gets the calls without their schemas
 * (scripts/lib/browser-contract.cjs); a form imports the schema it needs by its name.
 */
export const contract = Object.fromEntries(
  Object.entries(areas).filter(([name]) => !isTree(name)),
) as unknown as Omit<Areas, TreeName>;

/** In the order in which roles show them. */
export const permissionTrees: readonly PermissionTree[] = Object.entries(areas)
  .flatMap(([name, tree]) => (isTree(name) ? [tree as AreaPermissions] : []))
  .sort((a, b) => a.place - b.place);

export const allPermissions = permissionTrees.flatMap(permissionNames);

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((area) =>
  Object.values(area),
);
