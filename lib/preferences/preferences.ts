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

/** A user's preferences for display and language; the formats are those of dayjs. */
export type Preferences = {
  languageSymbol: Language;
  longDateFormat: (typeof longDateFormats)[number];
  longTimeFormat: (typeof longTimeFormats)[number];
  shortDateFormat: (typeof shortDateFormats)[number];
  shortTimeFormat: (typeof shortTimeFormats)[number];
  subTabsExpanded: boolean;
  /** IANA name; empty for the browser's. */
  timezone: string;
};

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

/** Allowed values of each preference; others have their own parser. */
const offered: { [Name in keyof Preferences]?: readonly Preferences[Name][] } = {
  languageSymbol: languages,
  longDateFormat: longDateFormats,
  longTimeFormat: longTimeFormats,
  shortDateFormat: shortDateFormats,
  shortTimeFormat: shortTimeFormats,
};

/** Reads the name/value pairs of `GET /user`; missing, unknown or outdated values fall back to the default. */
export function preferencesFromSettings(settings: readonly UserSetting[]): Preferences {
  const given = new Map(settings.map(({ settingName, settingValue }) => [settingName, settingValue]));
  const choice = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
    offered[name]?.find((value) => value === given.get(name)) ?? defaultPreferences[name];
  const subTabsExpanded = given.get("subTabsExpanded");
  const timezone = given.get("timezone") ?? "";
  return {
    languageSymbol: choice("languageSymbol"),
    longDateFormat: choice("longDateFormat"),
    longTimeFormat: choice("longTimeFormat"),
    shortDateFormat: choice("shortDateFormat"),
    shortTimeFormat: choice("shortTimeFormat"),
    subTabsExpanded:
      subTabsExpanded === undefined ? defaultPreferences.subTabsExpanded : subTabsExpanded === "true",
    timezone: isTimeZone(timezone) ? timezone : defaultPreferences.timezone,
  };
}
