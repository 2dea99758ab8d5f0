import type { Route } from "../http/route";

/** Every area's routes: a new area adds one line. */
export const allRoutes: readonly Route[] = [];
