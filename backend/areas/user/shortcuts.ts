import type * as z from "zod";
import { maxShortcuts, type newShortcut, type Shortcut } from "../../../lib/contract/shortcuts";
import { invalid, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { isSameId } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { putSettings, settingsOf } from "./queries";

type NewShortcut = z.output<typeof newShortcut>;

// Row-level security limits everything here to the acting user's own shortcuts.

export async function shortcutsOf({ db }: Context): Promise<Shortcut[]> {
  const { rows } = await db.execute<Shortcut & Record<string, unknown>>(sql`
    select user_favorite_action_id as "userFavoriteActionId", action_url as "actionUrl",
      permission_label as "permissionLabel"
    from user_favorite_actions order by position`);
  return rows;
}

/** @throws {RequestError} 400 when there are {@link maxShortcuts} already */
export async function addShortcut({ db, user }: Context, given: NewShortcut): Promise<string> {
  await lockOwn(db, user.userId);
  const found = await idOf(db, given.actionUrl);
  if (found) return found;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from user_favorite_actions`);
  if (Number(rows[0]?.count) >= maxShortcuts)
    throw invalid([{ propertyName: "actionUrl", rule: "shortcutLimit", values: { count: maxShortcuts } }]);
  await append(db, given);
  return (await idOf(db, given.actionUrl)) as string;
}

/** @throws {RequestError} 404 */
export async function removeShortcut({ db }: Context, id: string): Promise<null> {
  const { rows } = await db.execute(sql`
    delete from user_favorite_actions where user_favorite_action_id = ${id} returning 1`);
  if (rows.length === 0) throw notFound();
  return null;
}

/**
 * Keeps places unique under concurrent calls.
 * @throws {RequestError} 404 when one of them does not exist
 */
export async function swapShortcuts({ db, user }: Context, one: string, other: string): Promise<null> {
  await lockOwn(db, user.userId);
  const { rows } = await db.execute(sql`
    update user_favorite_actions a set position = b.position from user_favorite_actions b
    where (a.user_favorite_action_id, b.user_favorite_action_id) in ((${one}, ${other}), (${other}, ${one}))
    returning 1`);
  if (rows.length !== (isSameId(one, other) ? 1 : 2)) throw notFound();
  return null;
}

/** Remembers that the user was given initial shortcuts, so that removed ones are not restored. */
const initialised = { settingName: "home.shortcutsInitialised", settingValue: "true" };

export async function initShortcuts(context: Context, given: readonly NewShortcut[]): Promise<null> {
  const { db, user } = context;
  if (given.length === 0) return null;
  await lockOwn(db, user.userId);
  const settings = await settingsOf(db, user.userId);
  if (settings.some(({ settingName }) => settingName === initialised.settingName)) return null;
  await putSettings(db, user.userId, [initialised]);
  if ((await shortcutsOf(context)).length > 0) return null;
  for (const one of given) await append(db, one);
  return null;
}

/** Serializes changes to the order of a user's shortcuts. */
async function lockOwn(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select from users where user_id = ${userId} for no key update`);
}

async function idOf(db: Database, actionUrl: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select user_favorite_action_id as id from user_favorite_actions where action_url = ${actionUrl}`);
  return rows[0]?.id;
}

async function append(db: Database, { actionUrl, permissionLabel }: NewShortcut): Promise<void> {
  await db.execute(sql`
    insert into user_favorite_actions (action_url, permission_label, position)
    select ${actionUrl}, ${permissionLabel}, coalesce(max(position) + 1, 0) from user_favorite_actions
    on conflict (tenant_id, user_id, action_url) do nothing`);
}
