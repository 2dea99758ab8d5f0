import * as z from "zod";
import { isTimeZone } from "./time-zone";

// Allowed values and defaults are those of the platform document, section 3 (PR-01).

export const languages = ["en", "de", "pl", "sr"] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = "en";

export const longDateFormats = [
  "dddd, MMMM D. YYYY",
  "LL",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "MM.DD.YYYY",
  "MM/DD/YYYY",
] as const;
export const shortDateFormats = [
  "DD.MM.YYYY",
  "MM.DD.YYYY",
  "DD-MM-YYYY",
  "MM-DD-YYYY",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
] as const;
export const longTimeFormats = ["HH:mm:ss", "hh:mm:ss a"] as const;
export const shortTimeFormats = ["HH:mm", "hh:mm a"] as const;

/** What a user chooses about how the product looks and speaks; dayjs format strings. */
export const preferencesSchema = z.object({
  languageSymbol: z.enum(languages),
  longDateFormat: z.enum(longDateFormats),
  longTimeFormat: z.enum(longTimeFormats),
  shortDateFormat: z.enum(shortDateFormats),
  shortTimeFormat: z.enum(shortTimeFormats),
  subTabsExpanded: z.boolean(),
  /** IANA name; empty for the browser's. */
  timezone: z.string().refine((name) => name === "" || isTimeZone(name), { params: { rule: "timezone" } }),
});
export type Preferences = z.output<typeof preferencesSchema>;

export const defaultPreferences: Preferences = {
  languageSymbol: fallbackLanguage,
  longDateFormat: "DD.MM.YYYY",
  longTimeFormat: "HH:mm:ss",
  shortDateFormat: "DD.MM.YYYY",
  shortTimeFormat: "HH:mm",
  subTabsExpanded: true,
  timezone: "",
};

export interface UserSetting {
  settingName: string;
  settingValue: string;
}

/** Reads the name/value pairs of `GET /user`; a missing, unknown or no longer allowed value falls back to its default. */
export function preferencesFromSettings(settings: readonly UserSetting[]): Preferences {
  const given = new Map(settings.map(({ settingName, settingValue }) => [settingName, settingValue]));
  const preferences: Record<string, unknown> = { ...defaultPreferences };
  for (const [name, schema] of Object.entries(preferencesSchema.shape)) {
    const value = given.get(name);
    if (value === undefined) continue;
    const parsed = schema.safeParse(name === "subTabsExpanded" ? value === "true" : value);
    if (parsed.success) preferences[name] = parsed.data;
  }
  return preferences as Preferences;
}
