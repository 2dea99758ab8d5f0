import * as areas from "./areas";
import type { Access, Endpoint } from "./endpoint";
import type { HistoryPermission } from "./history";
import type { PermissionTree } from "./permission-tree";
import { type PermissionName, permissionNames } from "./permissions";

type Areas = typeof areas;
type TreeName = Extract<keyof Areas, `${string}Permissions`>;

/** A permission that no area declares does not compile here. The list of all changes is open to any history's. */
type Calls = Record<string, Record<string, { access: Access<PermissionName | HistoryPermission> }>>;

const isTree = (name: string): name is TreeName => name.endsWith("Permissions");

/**
 * Every call that browser, BFF and API know, by area, see areas.ts. The browser gets the calls without their schemas
 * (scripts/lib/browser-contract.cjs); a form imports the schema it needs by its name.
 */
export const contract = Object.fromEntries(
  Object.entries(areas).filter(([name]) => !isTree(name)),
) as unknown as Omit<Areas, TreeName> satisfies Calls;

/** In the order in which roles show them. */
export const permissionTrees: readonly PermissionTree[] = Object.entries(areas)
  .flatMap(([name, tree]) => (isTree(name) ? [tree as PermissionTree] : []))
  .sort((a, b) => a.place - b.place);

export const allPermissions = permissionTrees.flatMap(permissionNames);

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((area) =>
  Object.values(area),
);
