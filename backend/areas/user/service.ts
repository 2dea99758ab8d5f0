import type * as z from "zod";
import type { IdentityProviderLink } from "../../../lib/contract/identity-providers";
import type { CurrentUser, Profile, profileEdit } from "../../../lib/contract/user";
import { languages } from "../../../lib/preferences/preferences";
import { preferencesSchema } from "../../../lib/settings/schema";
import { settingLimits } from "../../../lib/settings/setting-limits";
import type { SettingsChange } from "../../../lib/settings/settings";
import { mergeNames } from "../../access/kept-names";
import { factorMissingFrom } from "../../access/second-factor-policy";
import { changedAvatar } from "../../attachments/avatars";
import { conflict, invalid, notFound, stale } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Context } from "../../endpoint/route";
import { stampFor } from "../../http/permission-stamp";
import { instantOf, instantOrNull } from "../../lists/list";
import {
  lockOwnRow,
  profileOf,
  putSettings,
  removeSettings,
  settingsOf,
  sizeOfSettings,
  tenantsOf,
  updateProfile,
} from "./queries";

export async function currentUser({ db, user, tenant, config }: Context): Promise<CurrentUser> {
  const { viewedBy } = user;
  // Pipelined if the driver can.
  const [profile, userSettings, tenants, secondFactorFrom] = await Promise.all([
    profileOf(db, user.userId),
    settingsOf(db, user.userId),
    tenantsOf(db),
    viewedBy ? undefined : factorMissingFrom(db, config, user.userId),
  ]);
  return {
    profile,
    userPermissions: [...user.permissions],
    userSettings,
    // A viewer does not see the user's other tenants.
    tenants: viewedBy ? tenants.filter((one) => one.tenantIdentifier === tenant.identifier) : tenants,
    permissionStamp: stampFor(user),
    secondFactorFrom,
    viewedBy,
  };
}

/**
 * Saves the given settings and deletes null ones; others stay.
 * @throws {RequestError} 400 when the user would exceed {@link settingLimits}
 */
export async function saveSettings({ db, user }: Context, change: SettingsChange): Promise<void> {
  const { timezoneOffset: _, ...settings } = change;
  // In a common order, to avoid deadlocks between concurrent requests.
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
  const other = kept.find(([name]) => !Object.hasOwn(preferencesSchema.shape, name));
  if (!other) return;
  const { count, characters } = await sizeOfSettings(db, user.userId);
  if (count > settingLimits.count || characters > settingLimits.characters)
    throw invalid([{ propertyName: other[0], rule: "settingsLimit", values: settingLimits }]);
}

/** @throws {RequestError} 400 for an unsupported language */
export async function saveLanguage(context: Context, symbol: string): Promise<void> {
  const languageSymbol = languages.find((language) => language === symbol);
  if (!languageSymbol)
    throw invalid([
      { propertyName: "languageSymbol", rule: "oneOf", values: { options: languages.join(", ") } },
    ]);
  await saveSettings(context, { languageSymbol });
}

export async function identityProviders({ db, user }: Context): Promise<IdentityProviderLink[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select identity_provider as "identityProvider", user_name as "userName", linked_on as "linkedOn",
      last_used_on as "lastUsedOn"
    from identities where user_id = ${user.userId} order by linked_on, identity_provider`);
  return rows.map((row) => ({
    identityProvider: row.identityProvider as string,
    userName: row.userName as string,
    linkedOn: instantOf(row.linkedOn),
    lastUsedOn: instantOrNull(row.lastUsedOn),
  }));
}

/** @throws {RequestError} 404 when there is no such link, 409 for the last one */
export async function removeIdentityProvider({ db, user }: Context, identityProvider: string): Promise<null> {
  // Serializes removals, so that two concurrent ones do not take the last two.
  await db.execute(sql`select from users where user_id = ${user.userId} for no key update`);
  const { rows } = await db.execute<{ name: string }>(sql`
    select identity_provider as name from identities where user_id = ${user.userId}`);
  if (!rows.some(({ name }) => name === identityProvider)) throw notFound();
  if (rows.every(({ name }) => name === identityProvider)) throw conflict("lastIdentityProvider");
  await db.execute(sql`
    delete from identities where user_id = ${user.userId} and identity_provider = ${identityProvider}`);
  return null;
}

type Edit = z.output<typeof profileEdit>;

/**
 * @returns the stored row, locked, and its new names
 * @throws {RequestError} 409 with the stored profile, 400 as {@link mergeNames} does
 */
export async function checkProfileSave({ db, user }: Context, given: Edit) {
  const stored = await lockOwnRow(db, user.userId);
  if (!stored) throw notFound();
  if (given.version !== undefined && given.version !== stored.version)
    throw stale(await profileOf(db, user.userId));
  return { stored, names: mergeNames(stored, given) };
}

/** @throws {RequestError} as {@link checkProfileSave} does */
export async function saveProfile(context: Context, given: Edit, storedAvatar?: string): Promise<Profile> {
  const { db, user } = context;
  const { stored, names } = await checkProfileSave(context, given);
  await updateProfile(db, user.userId, {
    ...names,
    avatar: changedAvatar(context, stored.avatar, given, storedAvatar),
  });
  return profileOf(db, user.userId);
}
