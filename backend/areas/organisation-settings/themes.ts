import type * as z from "zod";
import type { Theme, themeEdit } from "../../../lib/contract/themes";
import { readabilityOf } from "../../../lib/theme/readability";
import { isSystemTheme, themeName } from "../../../lib/theme/rules";
import { systemThemes } from "../../../lib/theme/system-themes";
import { messageOf } from "../../../lib/validation/messages";
import { avatarResponse, changedAvatar, storedPicture } from "../../attachments/avatars";
import { conflict, invalid, notFound, RequestError, stale } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import { type Database, inTenant } from "../../database/transaction";
import { refuseDuplicate } from "../../database/unique-violation";
import type { Context, PublicContext, SlowContext } from "../../endpoint/route";
import { instantOf } from "../../lists/list";
import { readTraced, traceColumns } from "../../lists/trace";
import { notifyTenant } from "../../live/signals";
import { isLogo } from "../../organisation/logos";

export type ThemeEdit = z.output<typeof themeEdit>;

const maxThemes = 100;

/** The built-in themes in the form of the organisation's own. */
function systemThemesOf(hasOwnDefault: boolean): Theme[] {
  return Object.entries(systemThemes).map(([name, colours]) => ({
    themeId: null,
    name,
    ...colours,
    customisable: false,
    // It represents both: without a choice, users get the one of their operating system.
    isDefault: name === "light" && !hasOwnDefault,
    logo: null,
    darkLogo: null,
    readability: readabilityOf(colours),
    createdOn: null,
    createdBy: "",
    updatedOn: null,
    updatedBy: null,
    version: 1,
  }));
}

async function storedThemes(db: Database, which: SQL = sql`true`, lock = sql.empty): Promise<Theme[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select t.theme_id as "themeId", t.name, t."primary", t.accent, t.is_dark as "isDark", t.customisable,
      t.is_default as "isDefault", t.logo, t.logo_name as "logoName", t.dark_logo as "darkLogo", t.created_on as "createdOn",
      t.created_by_name as "createdBy", ${traceColumns("t")}
    from themes t where ${which} order by lower(t.name) ${lock}`);
  return rows.flatMap((row) => readTraced(row, themeOf) ?? []);
}

function themeOf({ logo, logoName, ...row }: Record<string, unknown>): Theme {
  const colours = row as unknown as Pick<Theme, "primary" | "accent" | "isDark">;
  return {
    ...(row as unknown as Theme),
    logo: logo
      ? { attachmentId: String(logo), fileName: String(logoName), syncVersion: Number(row.version) }
      : null,
    readability: readabilityOf(colours),
    createdOn: instantOf(row.createdOn),
  };
}

const named = (name: string) => sql`lower(t.name) = lower(${name.trim()})`;

export async function listThemes({ db }: Context): Promise<Theme[]> {
  const own = await storedThemes(db);
  return [...systemThemesOf(own.some(({ isDefault }) => isDefault)), ...own];
}

/** @throws {RequestError} 404 for an unknown name */
export async function findTheme(context: Context, name: string): Promise<Theme> {
  const found = (await listThemes(context)).find(
    (theme) => theme.name.toLowerCase() === name.trim().toLowerCase(),
  );
  if (!found) throw notFound();
  return found;
}

const locked = () =>
  new RequestError("themeLocked", {
    status: 400,
    fields: [{ propertyName: "name", rule: "themeLocked" }],
  });

/**
 * @returns the theme stored under the address's name, undefined for a new one
 * @throws {RequestError} 400 for a name that is invalid or may not be changed, 404 for a theme deleted meanwhile, 409
 * for another version
 */
export async function checkThemeSave(
  { db }: Context,
  name: string,
  given: ThemeEdit,
): Promise<Theme | undefined> {
  if (isSystemTheme(name)) throw locked();
  if (given.name !== undefined && isSystemTheme(given.name))
    throw invalid([{ propertyName: "name", rule: "themeReserved" }]);
  const parsed = themeName().safeParse(name, { reportInput: true });
  if (!parsed.success)
    throw invalid(
      parsed.error.issues.map((issue) => {
        const { key, values } = messageOf(issue);
        return { propertyName: "name", rule: key, values };
      }),
    );
  const [found] = await storedThemes(db, named(name), sql`for no key update`);
  if (!found) {
    // A version or another name implies an existing theme.
    if (given.version || (given.name !== undefined && !isSame(given.name, name))) throw notFound();
    return undefined;
  }
  if (given.version === 0) throw invalid([{ propertyName: "name", rule: "taken" }]);
  if (!found.customisable) throw locked();
  if (given.version !== undefined && given.version !== found.version) throw stale(found);
  return found;
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

export const bringsLogos = ({ body: { logo, darkLogo } }: { body: ThemeEdit }) => Boolean(logo || darkLogo);

/** The ids of the uploaded logos. */
interface StoredLogos {
  logo?: string;
  darkLogo?: string;
}

export async function storedThemeLogos(context: SlowContext, given: ThemeEdit): Promise<StoredLogos> {
  const stored: StoredLogos = {};
  for (const name of ["logo", "darkLogo"] as const)
    if (given[name]) stored[name] = await storedPicture(context, name, given[name], { isWhole: true });
  return stored;
}

/** @throws {RequestError} as {@link checkThemeSave} does, 400 on name when another theme has it */
export async function saveTheme(
  context: Context,
  address: string,
  given: ThemeEdit,
  stored: StoredLogos = {},
): Promise<Theme> {
  const { db } = context;
  await lockThemes(db);
  const before = await checkThemeSave(context, address, given);
  const isDark = given.isDark ?? before?.isDark ?? false;
  const begun = before ?? systemThemes[isDark ? "dark" : "light"];
  const isDefault = given.isDefault ?? before?.isDefault ?? false;
  const logo = changedAvatar(
    context,
    before?.logo?.attachmentId ?? null,
    { isAvatarDeleted: given.deleteLogo },
    stored.logo,
  );
  const darkLogo = changedAvatar(
    context,
    before?.darkLogo ?? null,
    { isAvatarDeleted: given.deleteDarkLogo },
    stored.darkLogo,
  );
  const logoName = stored.logo ? (given.logo?.name ?? "").slice(0, 255) : (before?.logo?.fileName ?? "");
  const values = {
    name: given.name ?? before?.name ?? address.trim(),
    primary: given.primary ?? begun.primary,
    accent: given.accent ?? begun.accent,
    is_dark: isDark,
    is_default: isDefault,
    customisable: given.customisable ?? before?.customisable ?? true,
    logo,
    logo_name: logo ? logoName : "",
    dark_logo: darkLogo,
  };
  // Only one theme is the default.
  if (isDefault && !before?.isDefault)
    await db.execute(sql`update themes set is_default = false where is_default`);
  const columns = list(Object.keys(values).map((name) => sql.identifier(name)));
  const assigned = list(Object.values(values).map((value) => sql`${value}`));
  const { rows } = await refuseDuplicate(
    "themes_name",
    "name",
    db.execute<{ themeId: string }>(
      before
        ? sql`update themes set (${columns}) = row(${assigned}) where theme_id = ${before.themeId} returning theme_id as "themeId"`
        : sql`insert into themes (${columns}) values (${assigned}) returning theme_id as "themeId"`,
    ),
  );
  if (!before) await refuseTooMany(db);
  // Other themes are not in use.
  if (isDefault || before?.isDefault) await notifyTenant(db, "theme");
  const [saved] = await storedThemes(db, sql`t.theme_id = ${rows[0]?.themeId}`);
  if (!saved) throw notFound();
  return saved;
}

const list = (parts: SQL[]) => sql.join(parts, ", ");

/** Serializes concurrent saves: names and the default must be unique. */
const lockThemes = (db: Database) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('themes' || app_tenant(), 0))`);

async function refuseTooMany(db: Database): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from themes`);
  if ((rows[0]?.count ?? 0) > maxThemes) throw conflict("tooManyThemes", { most: maxThemes });
}

/** @throws {RequestError} 404 for an unknown name, 400 for one that cannot be changed */
export async function removeTheme(context: Context, name: string): Promise<null> {
  const { db } = context;
  if (isSystemTheme(name)) throw locked();
  await lockThemes(db);
  const [found] = await storedThemes(db, named(name));
  if (!found) throw notFound();
  if (!found.customisable) throw locked();
  for (const logoId of [found.logo?.attachmentId, found.darkLogo])
    changedAvatar(context, logoId ?? null, { isAvatarDeleted: true }, undefined);
  await db.execute(sql`delete from themes where theme_id = ${found.themeId}`);
  if (found.isDefault) await notifyTenant(db, "theme");
  return null;
}

/** @throws {RequestError} 404 unless the id is a logo of this tenant */
export async function publicLogo(context: PublicContext, logoId: string) {
  const { connection, tenant } = context;
  const isOurs = await inTenant(connection, tenant.tenantId, undefined, (db) => isLogo(db, logoId));
  if (!isOurs) throw notFound();
  return avatarResponse(context, logoId);
}
