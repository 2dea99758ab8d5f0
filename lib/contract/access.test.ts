import { expect, test } from "vitest";
import { allEndpoints } from ".";
import type { Endpoint } from "./endpoint";

// A call's permission is declared beside its path, and everything else derives from it: the server's check, the hidden
// items in the browser, and the test of every call with every permission. So it is listed here again, after the
// administration document (section 6): no other test notices a lost permission.

/** Permissions of the calls that all records have, besides the view; the history calls require no others. */
const ofRecords: Readonly<Record<string, string>> = {
  list: "",
  listLastUpdate: "",
  detail: "",
  lastUpdate: "",
  export: "",
  create: "AddAction",
  save: "EditAction",
  bulkSave: "EditAction",
  remove: "DeleteAction",
  restoreDeleted: "DeleteAction",
  restoreState: "EditAction HistoryAction",
};
const ofHistory = ["history", "historyDetail", "recordHistory", "recordHistoryDetail", "deleted"];

const ofAttributes = {
  attributes: "AttributeSection",
  addAttribute: "AttributeSection EditAction",
  saveAttribute: "AttributeSection EditAction",
  saveAttributes: "AttributeSection EditAction",
  removeAttributes: "AttributeSection EditAction",
};

/** Permissions of an area's own calls, besides its view. */
const ofAreas: Readonly<Record<string, { view: string } & Readonly<Record<string, string>>>> = {
  users: {
    view: "UserView",
    bulkSave: "EditAction RoleSection",
    setPassword: "EditAction",
    passwordLink: "EditAction",
    signIns: "HistoryAction",
    secondFactors: "EditAction",
    sessions: "EditAction",
    endSession: "EditAction",
    endSessions: "EditAction",
    resetSecondFactors: "EditAction",
    viewAs: "EditAction",
    roles: "RoleSection",
    permissions: "RoleSection",
    addRoles: "EditAction RoleSection",
    removeRoles: "EditAction RoleSection",
    avatar: "",
    createApiKey: "CreateApiKey",
    apiKeys: "CreateApiKey",
    removeApiKeys: "CreateApiKey",
    ...ofAttributes,
  },
  // Not in the document: an operator's view of the installation.
  system: { view: "SystemView", checks: "" },
  invitations: {
    view: "UserView",
    invite: "InviteAction",
    list: "InviteAction",
    link: "InviteAction",
    revoke: "InviteAction",
  },
  roles: {
    view: "RoleView",
    permissions: "PermissionSection",
    savePermissions: "EditAction PermissionSection",
    clone: "AddAction EditAction PermissionSection",
    users: "UserSection",
    addUsers: "UserSection UserSection_AddAction",
    removeUsers: "UserSection UserSection_DeleteAction",
    attachments: "AttachmentView",
    addAttachments: "EditAction AttachmentView",
    removeAttachments: "EditAction AttachmentView",
    ...ofAttributes,
  },
  attributes: {
    view: "AttributeView",
    assignments: "AssignmentSection",
    addAssignment: "AssignmentSection AssignmentSection_AddAction",
    saveAssignment: "AssignmentSection AssignmentSection_AddAction AssignmentSection_DeleteAction",
    removeAssignments: "AssignmentSection AssignmentSection_DeleteAction",
  },
  attachments: {
    view: "AttachmentView",
    download: "DownloadAction",
    downloadVersion: "DownloadAction",
    downloadSeveral: "DownloadAction",
    thumbnail: "",
    pdf: "",
    original: "",
    stream: "",
    relations: "RelationSection",
    uses: "RelationSection",
    downloadLogs: "",
    versions: "",
    shares: "ShareSection",
    share: "ShareSection ShareSection_AddAction",
    removeShares: "ShareSection ShareSection_DeleteAction",
    ...ofAttributes,
  },
  "attachment-status": { view: "AttachmentStatusView", move: "EditAction" },
  reports: {
    view: "ReportView",
    placeholders: "LayoutSection",
    layouts: "LayoutSection",
    layout: "LayoutSection",
    layoutVersions: "LayoutSection",
    createLayout: "LayoutSection LayoutSection_AddAction",
    saveLayout: "LayoutSection LayoutSection_EditAction",
    removeLayouts: "LayoutSection LayoutSection_DeleteAction",
    downloadDefaultLayout: "LayoutSection LayoutSection_DownloadAction",
    downloadLayout: "LayoutSection LayoutSection_DownloadAction",
    downloadLayoutVersion: "LayoutSection LayoutSection_DownloadAction",
    filled: "LayoutSection LayoutSection_DownloadAction",
    fillInBackground: "LayoutSection LayoutSection_DownloadAction",
    documents: "LayoutSection LayoutSection_DownloadAction",
    downloadDocument: "LayoutSection LayoutSection_DownloadAction",
    removeDocuments: "LayoutSection LayoutSection_DownloadAction",
  },
  "organisation-settings": {
    view: "OrganisationSettingView",
    secondFactors: "",
    saveSecondFactors: "EditAction",
    themes: "",
    theme: "",
    saveTheme: "EditAction",
    removeTheme: "EditAction",
    providerGroups: "",
    addProviderGroup: "EditAction UserView UserView_EditAction UserView_RoleSection",
    removeProviderGroups: "EditAction UserView UserView_EditAction UserView_RoleSection",
  },
  tenants: {
    view: "TenantView",
    users: "UserSection",
    addUsers: "UserSection UserSection_AddAction",
    removeUsers: "UserSection UserSection_DeleteAction",
    setUserPassword: "UserSection EditAction",
    resetUserSecondFactors: "UserSection EditAction",
  },
  settings: { view: "AttributeView", dictionaryEndpoints: "" },
  home: { view: "UserView", figures: "HistoryAction" },
};

/** Public calls. */
const open = [
  "auth.addFirstPasskey",
  "auth.confirmFirstTotp",
  "auth.makeFirstPasskey",
  "auth.makeFirstTotp",
  "auth.passkeyOptions",
  "auth.signIn",
  "auth.signInWithPasskey",
  "downloads.download",
  "downloads.look",
  "downloads.preview",
  "downloads.ticket",
  "invitations.accept",
  "invitations.join",
  "invitations.look",
  "organisation-settings.appearance",
  "organisation-settings.logo",
  "password-resets.denySignIn",
  "password-resets.look",
  "password-resets.lookAtSignIn",
  "password-resets.request",
  "password-resets.reset",
];

/** Calls for every signed-in user: about themselves, or with information that other calls give too. */
const forEverybody = [
  "auth.signOut",
  "home.overview",
  "organisation-settings.avatar",
  "search.everywhere",
  "settings.version",
];
const areasForEverybody = ["imports", "list-views", "notifications", "user"];

/** Calls that require any of several permissions: names of records, for users with any view or picker of them. */
const attributed =
  "AttributeView AttachmentView_AttributeSection RoleView_AttributeSection UserView_AttributeSection";
const forSome: Readonly<Record<string, string>> = {
  "dictionaries.attachmentStatus": "AttachmentView AttachmentStatusView",
  "dictionaries.attributes": attributed,
  "dictionaries.attributeTypes": attributed,
  "dictionaries.attributeAssignmentTypes": attributed,
  "dictionaries.roles": "RoleView UserView_RoleSection UserView_AddAction UserView_InviteAction",
  "dictionaries.users":
    "UserView RoleView_UserSection_AddAction TenantView_AddAction TenantView_UserSection_AddAction",
};

const nameOf = ({ area, name }: Endpoint) => `${area}.${name}`;

/** An area's view; for an area not named here, such as one of an installation, the permission of its list. */
function viewOf(area: string): string {
  const list = allEndpoints.find((endpoint) => endpoint.area === area && endpoint.name === "list");
  const [view] = Array.isArray(list?.access) ? list.access : [];
  return ofAreas[area]?.view ?? view ?? "";
}

function stated({ area, name }: Endpoint): readonly string[] | undefined {
  const view = viewOf(area);
  const named = (suffix: string) => (/View(_|$)/.test(suffix) ? suffix : `${view}_${suffix}`);
  const own = ofAreas[area]?.[name];
  if (own === undefined && ofHistory.includes(name)) return [view, named("HistoryAction")];
  const more = own ?? ofRecords[name];
  return more === undefined ? undefined : [view, ...more.split(" ").filter(Boolean).map(named)];
}

const guarded = allEndpoints.filter(({ access }) => typeof access === "object" && !("anyOf" in access));

test.each(guarded.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "[PM-01] [PM-02] %s requires the permissions in the administration document",
  (_, endpoint) => {
    expect(stated(endpoint), "what it asks for has to be said here").toBeDefined();
    expect([...(endpoint.access as readonly string[])].sort()).toEqual([...(stated(endpoint) ?? [])].sort());
  },
);

test("[PM-02] no other call is public, or open to every signed-in user", () => {
  const those = (access: Endpoint["access"]) => allEndpoints.filter((endpoint) => endpoint.access === access);
  expect(those("public").map(nameOf).sort()).toEqual(open);
  const signedIn = those("signedIn").filter(({ area }) => !areasForEverybody.includes(area));
  expect(signedIn.map(nameOf).sort()).toEqual(forEverybody);
});

test("[PM-02] options of pickers and the audit log require any one of several permissions", () => {
  const some = allEndpoints.flatMap((endpoint) => {
    const { access } = endpoint;
    return typeof access === "object" && "anyOf" in access ? [[nameOf(endpoint), access.anyOf] as const] : [];
  });
  const [audit, others] = [true, false].map((isAudit) =>
    some.filter(([name]) => name.startsWith("audit.") === isAudit),
  );
  expect(Object.fromEntries((others ?? []).map(([name, names]) => [name, names.join(" ")]))).toEqual(forSome);
  for (const [, names] of audit ?? [])
    for (const name of names) expect(name).toMatch(/^\w+View_HistoryAction$/);
});
