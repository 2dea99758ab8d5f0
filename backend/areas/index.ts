import type { contract } from "../../lib/contract";
import type { Route } from "../http/route";
import { routes as auth } from "./auth";
import { routes as dictionaries } from "./dictionaries";
import { routes as invitations } from "./invitations";
import { routes as notifications } from "./notifications";
import { routes as roles } from "./roles";
import { routes as settings } from "./settings";
import { routes as tenants } from "./tenants";
import { routes as user } from "./user";
import { routes as users } from "./users";

/** Every area's routes, one line each; an area of the contract that is missing here does not compile. */
const routes: Record<keyof typeof contract, readonly Route[]> = {
  auth,
  dictionaries,
  invitations,
  notifications,
  roles,
  settings,
  tenants,
  user,
  users,
};

export const allRoutes: readonly Route[] = Object.values(routes).flat();
