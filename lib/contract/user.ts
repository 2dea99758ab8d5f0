import * as z from "zod";
import { languages } from "../preferences/preferences";
import { settingsChange } from "../preferences/settings";
import { apiKeyEndpoints } from "./api-keys";
import { defineArea } from "./endpoint";
import { identityProviderEndpoints } from "./identity-providers";
import { nothing } from "./schemas";

export const profile = z.object({
  userId: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
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
  /** As the answers of every other call carry it too: another one means that permissions have changed (PM-04). */
  permissionStamp: z.string().optional(),
});
export type CurrentUser = z.output<typeof currentUser>;

/** What the signed-in user may do with their own account. */
export const user = defineArea("user", {
  current: {
    method: "GET",
    path: "/user",
    access: "signedIn",
    summary: "The signed-in user with permissions, settings and tenants.",
    answer: currentUser,
  },
  saveSettings: {
    method: "PUT",
    path: "/user/settings",
    access: "signedIn",
    summary:
      "Saves preferences and other settings of the signed-in user; those left out stay, null forgets one.",
    body: settingsChange,
    answer: nothing,
  },
  saveLanguage: {
    method: "PUT",
    path: "/user/settings/languageSymbol/:symbol",
    access: "signedIn",
    summary: `Saves the language of the signed-in user: ${languages.join(", ")}.`,
    answer: nothing,
  },
  ...apiKeyEndpoints("/user", "signedIn"),
  ...identityProviderEndpoints,
});
