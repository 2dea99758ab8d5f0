import * as z from "zod";
import { avatarRules } from "../validation/files";
import { email, userName } from "../validation/rules";
import { requiredText } from "../validation/text";
import { apiKeyEndpoints } from "./api-keys";
import { avatarChange, avatarEndpoint } from "./avatar";
import { defineArea } from "./endpoint";
import type { ErrorCode } from "./errors";
import { type ColumnKind, exportEndpoint } from "./export";
import { historyEndpoints } from "./history";
import { newPassword, setPassword } from "./passwords";
import { definePermissions } from "./permissions";
import { keptName, namesOf } from "./person-names";
import {
  instant,
  lastUpdate,
  listAnswer,
  listQuery,
  nothing,
  orAsText,
  recordId,
  recordVersion,
  repeated,
  trace,
} from "./schemas";

export const userPermissions = definePermissions({
  view: "UserView",
  place: 10,
  actions: ["AddAction", "EditAction", "DeleteAction", "InviteAction", "CreateApiKey", "HistoryAction"],
  sections: { RoleSection: [], SettingSection: [] },
});

export const userRow = z.object({
  userId: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The id of the picture; null without one. */
  avatar: z.string().nullable(),
  lastLoginDate: instant.nullable(),
  createdOn: instant,
  createdBy: z.string(),
});
export type UserRow = z.output<typeof userRow>;

export const userRole = z.object({
  roleId: z.string(),
  roleName: z.string(),
  createdOn: instant,
  createdBy: z.string(),
});

/**
 * What of an account somebody is refused who may change users: `…OfStronger` where its person may do more than they, `foreign…`
 * where it belongs to other tenants too. Calls that try it all the same are answered with the same code.
 */
export const withheld = [
  "identityOfStronger",
  "passwordOfStronger",
  "apiKeyOfStronger",
  "deletionOfStronger",
  "rolesOfStronger",
  "foreignUserName",
  "foreignAccount",
] as const satisfies readonly ErrorCode[];
export type Withheld = (typeof withheld)[number];

/** What of a user's settings others see: how the product speaks to them and shows dates and times. */
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

export const userDetail = userRow.extend({
  ...trace,
  version: recordVersion,
  /** Left out for callers without `UserView_RoleSection`. */
  roles: z.array(z.object({ roleId: z.string(), roleName: z.string() })).optional(),
  /** Left out for callers without `UserView_SettingSection`. */
  settings: userSettings.optional(),
  /** Beyond the specification, so that one need not try. */
  withheld: z.array(z.enum(withheld)).optional(),
});
export type UserDetail = z.output<typeof userDetail>;

/** What of a user can be edited. What is left out stays as it is (FM-10), or is refused: whoever has a name keeps one. */
export const userEdit = z.object({
  // Left out or empty for those who have none, see namesOf.
  firstName: keptName.optional(),
  lastName: keptName.optional(),
  userName: userName().min(1),
  email: email().optional(),
  version: orAsText(recordVersion).optional(),
  ...avatarChange,
});

/** The schema of the form that edits a user. */
export const userForm = (stored: UserDetail) => userEdit.extend(namesOf(stored));

export const userCreate = z.object({
  userName: userName().min(1),
  password: newPassword,
  firstName: requiredText(100).optional(),
  lastName: requiredText(100).optional(),
  email: email().optional(),
  roleIds: z.array(recordId).max(500),
  /** True: asked for once more after a refusal that is no fault of a field (US-02). */
  isProceed: z.boolean().optional(),
});

const userListQuery = listQuery(
  ["lastName", "firstName", "userName", "email", "lastLoginDate", "createdOn", "createdBy"],
  {
    lastName: { type: "text" },
    firstName: { type: "text" },
    userName: { type: "text" },
    email: { type: "text" },
    lastLoginDate: { type: "date", optional: true },
    createdOn: { type: "date" },
    createdBy: { type: "text" },
  },
);

/** What can be exported of the list. */
export const userExportColumns = {
  userId: "text",
  userName: "text",
  firstName: "text",
  lastName: "text",
  email: "text",
  lastLoginDate: "dateTime",
  createdOn: "dateTime",
  createdBy: "text",
} as const satisfies Record<Exclude<keyof UserRow, "avatar">, ColumnKind>;

export const users = defineArea("users", {
  list: {
    method: "GET",
    path: "/users",
    access: ["UserView"],
    summary: "A page of users.",
    query: userListQuery,
    answer: listAnswer(userRow),
  },
  listLastUpdate: {
    method: "GET",
    path: "/users/last-update",
    access: ["UserView"],
    summary: "When a user was last created and last changed, and by whom.",
    answer: lastUpdate.nullable(),
  },
  detail: {
    method: "GET",
    path: "/users/:userId",
    access: ["UserView"],
    summary: "One user.",
    answer: userDetail,
  },
  lastUpdate: {
    method: "GET",
    path: "/users/:userId/last-update",
    access: ["UserView"],
    summary: "Who created and last changed the user, and when.",
    answer: lastUpdate,
  },
  create: {
    method: "POST",
    path: "/users/create",
    access: ["UserView", "UserView_AddAction"],
    summary: "Creates a user who signs in with a password; answers the new id.",
    affects: ["users", "roles", "dictionaries", "tenants"],
    body: userCreate,
    answer: z.string(),
  },
  save: {
    method: "PUT",
    path: "/users/:userId",
    access: ["UserView", "UserView_EditAction"],
    summary: "Saves a user; 409 with the stored user when `version` is not the stored one.",
    affects: ["users", "roles", "dictionaries", "tenants", "user"],
    body: userEdit,
    upload: avatarRules,
    answer: userDetail,
  },
  setPassword: {
    method: "PUT",
    path: "/users/:userId/set-password",
    access: ["UserView", "UserView_EditAction"],
    summary:
      "Sets a user's password and ends their sessions and API keys; not the caller's own, see PUT /user/password.",
    affects: ["users"],
    body: setPassword,
    answer: nothing,
  },
  remove: {
    method: "DELETE",
    path: "/users",
    access: ["UserView", "UserView_DeleteAction"],
    summary: "Archives users and ends their sessions.",
    affects: ["users", "roles", "dictionaries", "tenants"],
    query: z.object({ userIds: repeated(recordId) }),
    answer: nothing,
  },
  roles: {
    method: "GET",
    path: "/users/:userId/roles",
    access: ["UserView", "UserView_RoleSection"],
    summary: "A page of a user's roles.",
    query: listQuery(["roleName", "createdOn", "createdBy"], {
      roleName: { type: "text" },
      createdOn: { type: "date" },
      createdBy: { type: "text" },
    }),
    answer: listAnswer(userRole),
  },
  addRoles: {
    method: "PUT",
    path: "/users/:userId/roles",
    access: ["UserView", "UserView_EditAction", "UserView_RoleSection"],
    summary: "Gives roles to a user; those already held stay.",
    affects: ["users", "roles", "dictionaries", "tenants", "user"],
    body: z.object({ roleIds: z.array(recordId).min(1).max(500) }),
    answer: nothing,
  },
  removeRoles: {
    method: "DELETE",
    path: "/users/:userId/roles",
    access: ["UserView", "UserView_EditAction", "UserView_RoleSection"],
    summary: "Takes roles from a user.",
    affects: ["users", "roles", "dictionaries", "tenants", "user"],
    query: z.object({ roleIds: repeated(recordId) }),
    answer: nothing,
  },
  avatar: avatarEndpoint("/users/:userId", ["UserView"]),
  ...apiKeyEndpoints("users", "/users/:userId", ["UserView", "UserView_CreateApiKey"]),
  export: exportEndpoint("/users", ["UserView"], userListQuery, userExportColumns),
  ...historyEndpoints("/users", "userId", "UserView_HistoryAction"),
});
