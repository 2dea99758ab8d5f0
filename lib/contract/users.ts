import * as z from "zod";
import { avatarRules } from "../validation/files";
import { email, userName } from "../validation/rules";
import { requiredText } from "../validation/text";
import { apiKeyEndpoints } from "./api-keys";
import { attributeEndpoints } from "./attribute-values";
import { avatarChange, avatarEndpoint } from "./avatar";
import { bulkSaveBody, bulkSaveResponse } from "./bulk-save";
import { defineArea } from "./endpoint";
import type { ErrorCode } from "./errors";
import { exportEndpoint } from "./export";
import type { ExportColumns } from "./export-columns";
import { declareChanges } from "./history";
import { newPassword } from "./passwords";
import { keptName, nameFields } from "./person-names";
import { column, defineRecords } from "./records";
import { givenInstantOrDay, listResponse, orAsText, recordId, recordVersion } from "./schemas";
import { secondFactorsHeld } from "./second-factor-policies";
import { sessionEndpoints } from "./sessions";
import { userAccountEndpoints } from "./user-accounts";
import { roleHeld, userRoleEndpoints } from "./user-roles";

export const userRecords = defineRecords("users", {
  record: "user",
  name: "lastName",
  view: "UserView",
  place: 10,
  actions: ["AddAction", "EditAction", "DeleteAction", "InviteAction", "CreateApiKey", "HistoryAction"],
  sections: { RoleSection: [], SettingSection: [], AttributeSection: [] },
  columns: {
    lastName: column.text(100, { searched: true, bulk: false }),
    firstName: column.text(100, { searched: true, bulk: false }),
    userName: column.text(100, { required: true, unique: true, searched: true }),
    email: column.text(320, { searched: true, bulk: false }),
    /** The id of the picture; null without one. */
    avatar: column.text(64, {
      optional: true,
      sorted: false,
      filtered: false,
      exported: false,
      bulk: false,
    }),
    lastLoginDate: column.instant({ optional: true, readOnly: true }),
    /** False for a suspended user, who cannot sign in and keeps everything else (US-06). */
    isActive: column.flag({ default: true, sorted: false }),
    /** From when a suspended user is active again; null: until reactivated. */
    suspendedUntil: column.instant({ optional: true, sorted: false, filtered: false }),
  },
  filters: {
    roles: { type: "record", of: "roles" },
    secondFactor: { type: "choice", values: secondFactorsHeld },
  },
  confirm: "restore",
  affects: {
    save: ["users", "roles", "dictionaries", "tenants", "user"],
    remove: ["users", "roles", "dictionaries", "tenants"],
  },
  summaries: { remove: "Archives users and ends their sessions." },
});
export const userPermissions = userRecords.permissions;
declareChanges(["UserRoleAdded", "UserRoleRemoved"], "UserView_RoleSection");
declareChanges(["UserSettingsChanged"], "UserView_SettingSection");
declareChanges(["UserApiKeyCreated", "UserApiKeyRevoked", "UserApiKeyUsed"], "UserView_CreateApiKey");

/** Undefined for callers without `UserView_RoleSection`. */
const rolesHeld = z.array(roleHeld).optional();

/** Another server may leave it out (BE-03). */
const isActive = z.boolean().default(true);

export const userRow = userRecords.row.extend({
  roles: rolesHeld,
  isActive,
  /** Undefined for callers without `UserView_EditAction`, and where a provider replaces passwords (AU-11). */
  secondFactor: z.enum(secondFactorsHeld).optional(),
});
export type UserRow = z.output<typeof userRow>;

/**
 * Actions on an account that are refused even to users who may change users: `…OfStronger` if the account has more
 * permissions than they have, `foreign…` if it belongs to other tenants too. Also the error codes of these calls.
 */
export const denied = [
  "identityOfStronger",
  "passwordOfStronger",
  "apiKeyOfStronger",
  "deletionOfStronger",
  "rolesOfStronger",
  "viewingOfStronger",
  "viewingOfSuspended",
  "suspensionOfStronger",
  "secondFactorOfStronger",
  "sessionsOfStronger",
  "foreignUserName",
  "foreignAccount",
  "foreignSecondFactor",
] as const satisfies readonly ErrorCode[];
export type Denied = (typeof denied)[number];

/** A user's settings that others can see: language, and formats of dates and times. */
export const userSettings = z.object({
  languageSymbol: z.string(),
  longDateFormat: z.string(),
  shortDateFormat: z.string(),
  longTimeFormat: z.string(),
  shortTimeFormat: z.string(),
  /** IANA name; empty for the browser's. */
  timezone: z.string(),
});
export type UserSettings = z.output<typeof userSettings>;

export const userDetail = userRecords.detail.extend({
  roles: rolesHeld,
  isActive,
  /** Undefined for callers without `UserView_SettingSection`. */
  settings: userSettings.optional(),
  /** Beyond the specification, to know refused actions in advance. */
  denied: z.array(z.enum(denied)).optional(),
});
export type UserDetail = z.output<typeof userDetail>;

/** Suspends users (US-06); a day as the end means its beginning in the caller's time zone. */
const suspension = {
  isActive: z.boolean().optional(),
  suspendedUntil: z
    .union([givenInstantOrDay, z.literal("").transform(() => null)])
    .nullable()
    .optional(),
};

/** Editable fields of a user. Missing fields stay unchanged (FM-10); an existing name cannot be cleared. */
export const userEdit = z.object({
  // Missing or empty for users without a name, see nameFields.
  firstName: keptName.optional(),
  lastName: keptName.optional(),
  userName: userName().min(1),
  email: email().optional(),
  version: orAsText(recordVersion).optional(),
  ...suspension,
  isActive: orAsText(z.boolean()).optional(),
  ...avatarChange,
});

/** The schema of the form that edits a user. */
export const userForm = (stored: UserDetail) => userEdit.extend(nameFields(stored));

export const userCreate = z.object({
  userName: userName().min(1),
  password: newPassword
    .meta({
      description:
        "Required in the sign-in mode `basic`, and refused with `noPasswords` in the mode `oidc`, where users sign in through a provider.",
    })
    .optional(),
  firstName: requiredText(100).optional(),
  lastName: requiredText(100).optional(),
  email: email().optional(),
  roleIds: z.array(recordId).max(500).default([]),
  ...suspension,
  /** True: repeats a call that was refused for a reason other than its fields (US-02). */
  isProceed: z.boolean().optional(),
});

/** Values that can be set for several users at once; no other field is useful for that. */
export const userBulk = z.object({
  roleIds: z.array(recordId).min(1).max(500).optional(),
  /** Roles to take away, with the capability `bulk-role-removal`. */
  removedRoleIds: z.array(recordId).min(1).max(500).optional(),
  ...suspension,
});
export type UserBulk = z.output<typeof userBulk>;

const exportColumns: ExportColumns = { ...userRecords.exportColumns, secondFactor: "text" };

export const users = {
  ...userRecords.calls,
  list: { ...userRecords.calls.list, response: listResponse(userRow) },
  detail: { ...userRecords.calls.detail, response: userDetail },
  restoreState: { ...userRecords.calls.restoreState, response: userDetail },
  ...defineArea("users", {
    create: {
      method: "POST",
      path: "/users/create",
      access: ["UserView", "UserView_AddAction"],
      summary:
        "Creates a user who signs in with a password or, in the mode `oidc`, through the provider: there the user is linked at the first sign-in. Returns the new id.",
      confirm: true,
      affects: ["users", "roles", "dictionaries", "tenants"],
      body: userCreate,
      response: z.string(),
    },
    save: {
      method: "PUT",
      path: "/users/:userId",
      access: ["UserView", "UserView_EditAction"],
      summary:
        "Saves a user; 409 with the stored user if `version` is outdated. Another user name or e-mail needs a recent factor.",
      confirm: "byContent",
      affects: ["users", "roles", "dictionaries", "tenants", "user"],
      body: userEdit,
      upload: avatarRules,
      response: userDetail,
    },
    bulkSave: {
      method: "PATCH",
      path: "/users",
      access: ["UserView", "UserView_EditAction", "UserView_RoleSection"],
      summary:
        "Assigns roles to several users, or removes them, keeping others, and suspends or reactivates them. The response contains the result for each.",
      confirm: true,
      affects: ["users", "roles", "dictionaries", "tenants", "user"],
      capability: "bulk-save",
      body: bulkSaveBody("userId", userBulk),
      response: bulkSaveResponse,
    },
    export: exportEndpoint("/users", ["UserView"], userRecords.query, exportColumns),
    ...userAccountEndpoints,
    ...userRoleEndpoints,
    avatar: avatarEndpoint("/users/:userId", ["UserView"]),
    ...attributeEndpoints("users", "/users/:userId", "user", "UserView"),
    ...sessionEndpoints("users", "/users/:userId", ["UserView", "UserView_EditAction"]),
    ...apiKeyEndpoints("users", "/users/:userId", ["UserView", "UserView_CreateApiKey"]),
  }),
};
