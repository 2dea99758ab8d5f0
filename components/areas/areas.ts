// All areas with views, one line each.
export { attachmentStatusArea } from "./attachment-status";
export { attachmentsArea } from "./attachments";
export { attributesArea } from "./attributes";
export { auditArea } from "./audit";
export { homeArea } from "./home";
export { myAccountArea } from "./my-account";
export { organisationSettingsArea } from "./organisation-settings";
export { playgroundArea } from "./playground";
export { reportsArea } from "./reports";
export { rolesArea } from "./roles";
export { searchArea } from "./search";
export { systemArea } from "./system";
export { tenantsArea } from "./tenants";
export { usersArea } from "./users";
