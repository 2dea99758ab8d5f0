// Every area, one line each: its routes, and its record table, if any; all-routes.ts does not compile while one of the
// contract is missing.
export * as "attachment-status" from "./attachment-status";
export * as attachments from "./attachments";
export * as attributes from "./attributes";
export * as audit from "./audit";
export * as auth from "./auth";
export * as dictionaries from "./dictionaries";
export * as downloads from "./downloads";
export * as home from "./home";
export * as invitations from "./invitations";
export * as "list-views" from "./list-views";
export * as notifications from "./notifications";
export * as "organisation-settings" from "./organisation-settings";
export * as "password-resets" from "./password-resets";
export * as reports from "./reports";
export * as roles from "./roles";
export * as settings from "./settings";
export * as system from "./system";
export * as tenants from "./tenants";
export * as user from "./user";
export * as users from "./users";
