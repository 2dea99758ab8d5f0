import type { Route } from "../http/route";
import { routes as auth } from "./auth";
import { routes as settings } from "./settings";
import { routes as user } from "./user";

/** Every area's routes: a new area adds one line. */
export const allRoutes: readonly Route[] = [...auth, ...settings, ...user];
