// Every area, one line each, with its permissions if it has any.
export {
  attachmentStatus as "attachment-status",
  attachmentStatusPermissions,
} from "./attachment-status";
export { attachmentPermissions, attachments } from "./attachments";
export { attributePermissions, attributes } from "./attributes";
export { audit } from "./audit";
export { auth } from "./auth";
export { dictionaries } from "./dictionaries";
export { downloads } from "./downloads";
export { home } from "./home";
export { imports } from "./imports";
export { invitations } from "./invitations";
export { listViews as "list-views" } from "./list-views";
export { notifications } from "./notifications";
export {
  organisationSettingCalls as "organisation-settings",
  organisationSettingPermissions,
} from "./organisation-settings";
export { passwordResets as "password-resets" } from "./password-resets";
export { reportPermissions, reports } from "./reports";
export { rolePermissions, roles } from "./roles";
export { search } from "./search";
export { settings } from "./settings";
export { system, systemPermissions } from "./system";
export { tenantPermissions, tenants } from "./tenants";
export { user } from "./user";
export { userPermissions, users } from "./users";
