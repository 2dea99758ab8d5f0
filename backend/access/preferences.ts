import {
  defaultPreferences,
  type Preferences,
  preferencesFromSettings,
  type UserSetting,
} from "../../lib/preferences/preferences";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

const names = sql.join(
  Object.keys(defaultPreferences).map((name) => sql`${name}`),
  ", ",
);

/** A user's preferences, with defaults for those not set. */
export async function preferencesOf(db: Database, userId: string): Promise<Preferences> {
  const { rows } = await db.execute<UserSetting & Record<string, unknown>>(sql`
    select setting_name as "settingName", setting_value as "settingValue"
    from user_settings where user_id = ${userId} and setting_name in (${names})`);
  return preferencesFromSettings(rows);
}
