import type { CurrentUser } from "../../../lib/contract/user";
import { languages, type Preferences } from "../../../lib/preferences/preferences";
import { invalid } from "../../http/errors";
import type { Context } from "../../http/route";
import { profileOf, putSettings, settingsOf, tenantsOf } from "./queries";

export async function currentUser({ db, user }: Context): Promise<CurrentUser> {
  // Sent one after the other without waiting in between where the driver can.
  const [profile, userSettings, tenants] = await Promise.all([
    profileOf(db, user.userId),
    settingsOf(db, user.userId),
    tenantsOf(db),
  ]);
  return { profile, userPermissions: [...user.permissions], userSettings, tenants };
}

/** Saves the preferences that are given; the others stay. */
export async function saveSettings({ db, user }: Context, preferences: Partial<Preferences>): Promise<void> {
  const settings = Object.entries(preferences).map(([settingName, value]) => ({
    settingName,
    settingValue: String(value),
  }));
  if (settings.length) await putSettings(db, user.userId, settings);
}

/** @throws {RequestError} 400 for a language that is not one of ours */
export async function saveLanguage(context: Context, symbol: string): Promise<void> {
  const languageSymbol = languages.find((language) => language === symbol);
  if (!languageSymbol)
    throw invalid([
      { propertyName: "languageSymbol", rule: "oneOf", values: { options: languages.join(", ") } },
    ]);
  await saveSettings(context, { languageSymbol });
}
