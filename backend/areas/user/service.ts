import type { CurrentUser } from "../../../lib/contract/user";
import { languages } from "../../../lib/preferences/preferences";
import { preferencesSchema } from "../../../lib/preferences/schema";
import { settingLimits } from "../../../lib/preferences/setting-limits";
import type { SettingsChange } from "../../../lib/preferences/settings";
import { invalid } from "../../http/errors";
import { stampOf } from "../../http/permission-stamp";
import type { Context } from "../../http/route";
import { profileOf, putSettings, removeSettings, settingsOf, sizeOfSettings, tenantsOf } from "./queries";

export async function currentUser({ db, user }: Context): Promise<CurrentUser> {
  // Sent one after the other without waiting in between where the driver can.
  const [profile, userSettings, tenants] = await Promise.all([
    profileOf(db, user.userId),
    settingsOf(db, user.userId),
    tenantsOf(db),
  ]);
  return {
    profile,
    userPermissions: [...user.permissions],
    userSettings,
    tenants,
    permissionStamp: stampOf(user.permissions),
  };
}

/**
 * Saves the settings that are given and forgets those that are null; the others stay.
 * @throws {RequestError} 400 when the user would keep more than {@link settingLimits}
 */
export async function saveSettings({ db, user }: Context, change: SettingsChange): Promise<void> {
  const { timezoneOffset: _, ...settings } = change;
  // In one order for all, so that two requests at once wait for each other instead of locking each other out.
  const entries = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const isForgotten = ([name, value]: (typeof entries)[number]) =>
    value === null || (name === "timezone" && value === "");
  const kept = entries.filter((entry) => !isForgotten(entry));
  const forgotten = entries.filter(isForgotten).map(([name]) => name);
  if (forgotten.length) await removeSettings(db, user.userId, forgotten);
  if (!kept.length) return;
  await putSettings(
    db,
    user.userId,
    kept.map(([name, value]) => ({ settingName: name, settingValue: String(value) })),
  );
  const other = kept.find(([name]) => !(name in preferencesSchema.shape));
  if (!other) return;
  const { count, characters } = await sizeOfSettings(db, user.userId);
  if (count > settingLimits.count || characters > settingLimits.characters)
    throw invalid([{ propertyName: other[0], rule: "settingsLimit", values: settingLimits }]);
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
