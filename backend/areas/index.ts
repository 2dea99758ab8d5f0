// The routes of every area, one line each; all-routes.ts does not compile while one of the contract is missing.
export { routes as auth } from "./auth";
export { routes as dictionaries } from "./dictionaries";
export { routes as invitations } from "./invitations";
export { routes as notifications } from "./notifications";
export { routes as roles } from "./roles";
export { routes as settings } from "./settings";
export { routes as tenants } from "./tenants";
export { routes as user } from "./user";
export { routes as users } from "./users";
