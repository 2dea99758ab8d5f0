import type * as z from "zod";
import type { membership, profile } from "../../../lib/contract/user";
import type { UserSetting } from "../../../lib/preferences/preferences";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";

type Row<T> = T & Record<string, unknown>;
type Profile = z.output<typeof profile>;
type Membership = z.output<typeof membership>;

export async function profileOf(db: Database, userId: string): Promise<Profile> {
  const { rows } = await db.execute<Row<Profile>>(sql`
    select user_id as "userId", user_name as "userName", first_name as "firstName", last_name as "lastName", email,
      avatar, version
    from users where user_id = ${userId}`);
  return rows[0] as Profile;
}

/** Locks the signed-in user until the transaction ends. */
export async function lockOwnRow(db: Database, userId: string) {
  const { rows } = await db.execute<{
    version: number;
    firstName: string;
    lastName: string;
    avatar: string | null;
  }>(sql`
    select version, first_name as "firstName", last_name as "lastName", avatar from users where user_id = ${userId} and archived_on is null for no key update`);
  return rows[0];
}

export async function updateProfile(
  db: Database,
  userId: string,
  { firstName, lastName, avatar }: { firstName: string; lastName: string; avatar: string | null },
): Promise<void> {
  await db.execute(sql`
    update users set first_name = ${firstName}, last_name = ${lastName}, avatar = ${avatar} where user_id = ${userId}`);
}

export async function settingsOf(db: Database, userId: string): Promise<UserSetting[]> {
  const { rows } = await db.execute<Row<UserSetting>>(sql`
    select setting_name as "settingName", setting_value as "settingValue"
    from user_settings where user_id = ${userId} order by setting_name`);
  return rows;
}

/** The tenants that the acting user can enter. */
export async function tenantsOf(db: Database): Promise<Membership[]> {
  const { rows } = await db.execute<Row<Membership>>(sql`
    select identifier as "tenantIdentifier", name as "tenantName", colour as "tenantColour" from tenants_of_actor()`);
  return rows;
}

export async function putSettings(
  db: Database,
  userId: string,
  settings: readonly UserSetting[],
): Promise<void> {
  const rows = settings.map(
    ({ settingName, settingValue }) => sql`(${userId}, ${settingName}, ${settingValue})`,
  );
  await db.execute(sql`
    insert into user_settings (user_id, setting_name, setting_value) values ${sql.join(rows, ", ")}
    on conflict (tenant_id, user_id, setting_name) do update set setting_value = excluded.setting_value
    where user_settings.setting_value <> excluded.setting_value`);
}

export async function removeSettings(db: Database, userId: string, names: readonly string[]): Promise<void> {
  const list = sql.join(
    names.map((name) => sql`${name}`),
    ", ",
  );
  await db.execute(sql`delete from user_settings where user_id = ${userId} and setting_name in (${list})`);
}

/** The number of a user's settings, and the characters of their names and values. */
export async function sizeOfSettings(db: Database, userId: string) {
  const { rows } = await db.execute<{ count: number; characters: number }>(sql`
    select count(*)::int as count, coalesce(sum(length(setting_name) + length(setting_value)), 0)::int as characters
    from user_settings where user_id = ${userId}`);
  return rows[0] as { count: number; characters: number };
}
