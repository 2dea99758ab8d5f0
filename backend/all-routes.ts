import type { contract } from "../lib/contract";
import * as declared from "./areas";
import type { Route } from "./http/route";

const areas: Record<keyof typeof contract, { routes: readonly Route[] }> = declared;

export const allRoutes: readonly Route[] = Object.values(areas).flatMap(({ routes }) => routes);
