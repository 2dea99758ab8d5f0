import type { contract } from "../lib/contract";
import * as declared from "./areas";
import type { Route } from "./http/route";
import { searchRoutes } from "./search/everywhere";
import type { SearchProvider } from "./search/provider";

interface Area {
  routes: readonly Route[];
  /** What the search calls its records, where the contract does not tell. */
  found?: SearchProvider["read"];
}

// The search asks the lists of all areas, and is none of them.
const areas: Record<Exclude<keyof typeof contract, "search">, Area> = declared;

const ofAreas = Object.values<Area>(areas).flatMap(({ routes }) => routes);

export const allRoutes: readonly Route[] = [
  ...ofAreas,
  ...searchRoutes(
    ofAreas,
    Object.fromEntries(Object.entries<Area>(areas).map(([name, { found }]) => [name, found])),
  ),
];
