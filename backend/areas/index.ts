import type { Route } from "../http/route";
import { routes as auth } from "./auth";
import { routes as dictionaries } from "./dictionaries";
import { routes as roles } from "./roles";
import { routes as settings } from "./settings";
import { routes as user } from "./user";
import { routes as users } from "./users";

/** Every area's routes: a new area adds one line. */
export const allRoutes: readonly Route[] = [
  ...auth,
  ...dictionaries,
  ...roles,
  ...settings,
  ...user,
  ...users,
];
