import * as areas from "./areas";
import type { Access, Endpoint } from "./endpoint";
import type { HistoryPermission } from "./history";
import type { PermissionTree } from "./permission-tree";
import { type PermissionName, permissionNames } from "./permissions";

type Areas = typeof areas;
type TreeName = Extract<keyof Areas, `${string}Permissions`>;

/** An undeclared permission does not compile here. The list of all changes accepts any history permission. */
type Calls = Record<string, Record<string, { access: Access<PermissionName | HistoryPermission> }>>;

const isTree = (name: string): name is TreeName => name.endsWith("Permissions");

/**
 * All calls of browser, BFF and API, by area, see areas.ts. The browser gets them without schemas
 * (scripts/lib/browser-contract.cjs); forms import the schemas they need by name.
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
