import type { contract } from "../lib/contract";
import * as declared from "./areas";
import type { Route } from "./http/route";
import { importRoutes } from "./imports/routes";
import type { ImportableArea } from "./imports/targets";
import { searchRoutes } from "./search/everywhere";
import type { SearchProvider } from "./search/provider";

interface Area extends ImportableArea {
  /** What the search calls its records, where the contract does not tell. */
  found?: SearchProvider["read"];
}

// The search asks the lists of all areas, imports call what creates and saves their records, and neither is one of them.
const areas: Record<Exclude<keyof typeof contract, "search" | "imports">, Area> = declared;

const ofAreas = Object.values<Area>(areas).flatMap(({ routes }) => routes);

export const allRoutes: readonly Route[] = [
  ...ofAreas,
  ...importRoutes(areas),
  ...searchRoutes(
    ofAreas,
    Object.fromEntries(Object.entries<Area>(areas).map(([name, { found }]) => [name, found])),
  ),
];
