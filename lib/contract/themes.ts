import * as z from "zod";
import { colour, isSystemTheme, themeName } from "../theme/rules";
import { type UploadRules, upload } from "../validation/files";
import type { RuleParams } from "../validation/messages";
import type { EndpointDeclaration } from "./endpoint";
import { fileResponse } from "./file";
import { nothing, orAsText, recordVersion, trace } from "./schemas";

/** The logo of a theme. */
export const themeLogoRules = {
  megabytes: 10,
  types: ["jpg", "jpeg", "png"],
} as const satisfies UploadRules;

const readability = z.object({ contrast: z.number(), needed: z.number(), shown: z.string() });

export const theme = z.object({
  /** Unaffected by renaming; null for a system theme. */
  themeId: z.string().nullable(),
  name: z.string(),
  /** The chosen colour; `readability` has its replacement where contrast is too low. */
  primary: z.string(),
  accent: z.string(),
  isDark: z.boolean(),
  customisable: z.boolean(),
  /** True for exactly one theme. */
  isDefault: z.boolean(),
  logo: z.object({ attachmentId: z.string(), fileName: z.string(), syncVersion: z.int() }).nullable(),
  /** The id of the logo for dark bars; without one, `logo` is used in both modes. */
  darkLogo: z.string().nullish(),
  readability: z.object({ primary: readability, accent: readability }),
  ...trace,
  createdOn: trace.createdOn.nullable(),
  version: recordVersion,
});
export type Theme = z.output<typeof theme>;

/** Missing fields stay unchanged (FM-10); in a new theme they start as in the system theme. */
export const themeEdit = z.object({
  name: themeName().optional(),
  primary: colour().optional(),
  accent: colour().optional(),
  isDark: orAsText(z.boolean()).optional(),
  isDefault: orAsText(z.boolean()).optional(),
  customisable: orAsText(z.boolean()).optional(),
  deleteLogo: orAsText(z.boolean()).optional(),
  logo: upload(themeLogoRules).optional(),
  deleteDarkLogo: orAsText(z.boolean()).optional(),
  darkLogo: upload(themeLogoRules).optional(),
  /** 0 requires that no theme of that name exists. */
  version: orAsText(z.int().min(0)).optional(),
});

/** The schema of the form, which never edits system themes: their names are refused. */
export const themeForm = themeEdit.extend({
  name: themeName()
    .refine((name) => !isSystemTheme(name), {
      params: { rule: "themeReserved" } satisfies RuleParams,
    })
    .optional(),
});

/** The organisation's public appearance, shown before sign-in too. */
const sixDigits = z.string().regex(/^#[\da-f]{6}$/);

export const appearance = z.object({
  /** Empty if not entered. */
  companyName: z.string(),
  /** The id of the logo: the theme's, or else the organisation's own. */
  logo: z.string().nullable(),
  /** The id of the theme's logo for dark bars. */
  darkLogo: z.string().nullish(),
  /** The organisation's default theme; null while that is the system's. */
  theme: z.object({ primary: sixDigits, accent: sixDigits, isDark: z.boolean() }).nullable(),
});
export type Appearance = z.output<typeof appearance>;

const path = "/organisation-settings";
const mayEdit = ["OrganisationSettingView", "OrganisationSettingView_EditAction"] as const;

/** The themes of an organisation (OR-02), and its public appearance (PR-03). */
export const themeEndpoints = {
  themes: {
    method: "GET",
    path: `${path}/themes`,
    access: ["OrganisationSettingView"],
    summary: "All themes: the two of the system, then those of the organisation, by name.",
    response: z.array(theme),
  },
  theme: {
    method: "GET",
    path: `${path}/theme/:name`,
    access: ["OrganisationSettingView"],
    summary: "The theme with this name.",
    response: theme,
    capability: "themes",
  },
  saveTheme: {
    method: "PUT",
    path: `${path}/theme/:name`,
    access: mayEdit,
    summary:
      "Creates a theme with a new name, or saves an existing one, which can be renamed by `name`. 400 `themeLocked` for a theme of the system, 409 with the stored one if `version` is outdated.",
    affects: ["organisation-settings"],
    body: themeEdit,
    upload: { ...themeLogoRules, files: 2 },
    response: theme,
  },
  removeTheme: {
    method: "DELETE",
    path: `${path}/theme/:name`,
    access: mayEdit,
    summary: "Removes a theme; if it was the default, the theme of the system is shown again.",
    affects: ["organisation-settings"],
    response: nothing,
    capability: "themes",
  },
  appearance: {
    method: "GET",
    path: `${path}/appearance`,
    access: "public",
    summary: "The organisation's public name, logo and default theme.",
    response: appearance,
    capability: "themes",
  },
  logo: {
    method: "GET",
    path: `${path}/logo/:logoId`,
    access: "public",
    summary: "A logo of the organisation or of one of its themes, at most 256 pixels wide and high.",
    response: fileResponse,
    embeddable: "kept",
    capability: "themes",
  },
} as const satisfies Record<string, EndpointDeclaration>;
