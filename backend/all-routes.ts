import type { contract } from "../lib/contract";
import * as areas from "./areas";
import type { Route } from "./http/route";

const routes: Record<keyof typeof contract, readonly Route[]> = areas;

export const allRoutes: readonly Route[] = Object.values(routes).flat();
