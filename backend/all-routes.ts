import type { contract } from "../lib/contract";
import * as declared from "./areas";
import { importRoutes } from "./areas/imports/index";
import { searchRoutes } from "./areas/search/index";
import type { SearchProvider } from "./areas/search/provider";
import type { Route } from "./endpoint/route";
import type { ImportableArea } from "./records/importable";
import type { SystemCheck } from "./system/check";
import { coreChecks } from "./system/core-checks";

interface Area extends ImportableArea {
  /** Labels its records in the search, if the contract does not. */
  found?: SearchProvider["read"];
  /** Its checks of the installation. */
  checks?: readonly SystemCheck[];
}

// Not areas: search calls the lists of every area, imports their create and save handlers.
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

/** In the order in which they are shown. */
export const allChecks: readonly SystemCheck[] = [
  ...coreChecks,
  ...Object.values<Area>(areas).flatMap(({ checks = [] }) => checks),
];
