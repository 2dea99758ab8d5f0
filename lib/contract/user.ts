import * as z from "zod";
import { languages } from "../preferences/preferences";
import { settingsChange } from "../settings/settings";
import { avatarRules } from "../validation/files";
import type { RuleParams } from "../validation/messages";
import { exactText, requiredText } from "../validation/text";
import { apiKeyEndpoints } from "./api-keys";
import { avatarChange, avatarEndpoint } from "./avatar";
import { confirmationEndpoints } from "./confirmation";
import { defineArea } from "./endpoint";
import { identityProviderEndpoints } from "./identity-providers";
import { maxPasswordLength, newPassword } from "./passwords";
import { nameFields } from "./person-names";
import { instant, nothing, orAsText, recordVersion } from "./schemas";
import { secondFactorEndpoints } from "./second-factors";
import { sessionEndpoints } from "./sessions";
import { shortcutEndpoints } from "./shortcuts";

export const profile = z.object({
  userId: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The id of the picture; beyond the specification, like the version. */
  avatar: z.string().nullish(),
  version: recordVersion.optional(),
});
export type Profile = z.output<typeof profile>;

/** Own profile fields that a user can change. Missing fields stay unchanged (FM-10); an existing name cannot be cleared. */
export const profileEdit = z.object({
  firstName: requiredText(100).optional(),
  lastName: requiredText(100).optional(),
  version: orAsText(recordVersion).optional(),
  ...avatarChange,
});

/** The schema of the form: the form sends empty fields where the contract omits them. */
export const profileForm = (stored: Profile) => profileEdit.extend(nameFields(stored));

export const passwordChange = z
  .object({
    currentPassword: exactText(1, 1000),
    password: newPassword,
    passwordRepeat: z.string().max(maxPasswordLength),
  })
  .refine((value) => value.password === value.passwordRepeat, {
    path: ["passwordRepeat"],
    params: { rule: "passwordMatch" } satisfies RuleParams,
  });

export const membership = z.object({
  tenantIdentifier: z.string(),
  tenantName: z.string(),
  /** `#rrggbb` or empty. */
  tenantColour: z.string().default(""),
});

export const currentUser = z.object({
  profile,
  userPermissions: z.array(z.string()),
  userSettings: z.array(z.object({ settingName: z.string(), settingValue: z.string() })),
  tenants: z.array(membership),
  /** Also in the header of every other response: a different one means that permissions have changed (PM-04). */
  permissionStamp: z.string().optional(),
  /** When a user without a second factor will need one (AU-11); set two weeks before. Beyond the specification. */
  secondFactorFrom: instant.optional(),
  /** Set while another user is viewing as this user: who, and until when. Beyond the specification. */
  viewedBy: z
    .object({ userId: z.string(), userName: z.string(), displayName: z.string(), until: instant })
    .optional(),
});
export type CurrentUser = z.output<typeof currentUser>;

/** Calls of the signed-in user for their own account. */
export const user = defineArea("user", {
  current: {
    method: "GET",
    path: "/user",
    access: "signedIn",
    whileViewing: true,
    summary: "The signed-in user with permissions, settings and tenants.",
    response: currentUser,
  },
  save: {
    method: "PUT",
    path: "/user",
    access: "signedIn",
    summary:
      "Saves name and image of the signed-in user; 409 with the stored profile if `version` is outdated.",
    affects: ["user", "users", "roles", "dictionaries", "tenants"],
    body: profileEdit,
    upload: avatarRules,
    response: profile,
  },
  avatar: { ...avatarEndpoint("/user", "signedIn"), whileViewing: true },
  savePassword: {
    method: "PUT",
    path: "/user/password",
    access: "signedIn",
    summary:
      "Sets the password of the signed-in user, who must know the current one, and ends their other sessions.",
    affects: [],
    body: passwordChange,
    response: nothing,
    apiKey: false,
    capability: "own-password",
  },
  saveSettings: {
    method: "PUT",
    path: "/user/settings",
    access: "signedIn",
    summary:
      "Saves preferences and other settings of the signed-in user; omitted ones are kept, null deletes one.",
    affects: ["user"],
    body: settingsChange,
    response: nothing,
  },
  saveLanguage: {
    method: "PUT",
    path: "/user/settings/languageSymbol/:symbol",
    access: "signedIn",
    summary: `Saves the language of the signed-in user: ${languages.join(", ")}.`,
    affects: ["user"],
    response: nothing,
  },
  endViewing: {
    method: "DELETE",
    path: "/user/viewing",
    access: "signedIn",
    whileViewing: "asOneself",
    summary: "Stops viewing the product as another person, if the session does so.",
    affects: [],
    response: nothing,
    apiKey: false,
    capability: "view-as",
  },
  ...apiKeyEndpoints("user", "/user", "signedIn"),
  ...identityProviderEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints("user", "/user", "signedIn"),
  ...confirmationEndpoints,
  ...shortcutEndpoints,
});
