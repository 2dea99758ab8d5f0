import { sql } from "drizzle-orm";
import type { Database } from "../database/transaction";
import type { Device } from "../http/device";

const rememberedFor = sql`interval '1 year'`;
const maxDevices = 20;

/** Whether an account was signed in to from that device; runs as `hub_auth`, and as long for an account that does not exist. */
export async function isKnownDevice(
  db: Database,
  userId: string | undefined,
  { hash }: Device,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from known_devices where device_hash = ${hash ?? ""} and last_used_on > now() - ${rememberedFor}
      and user_id = ${userId ?? null}::uuid`);
  return rows.length > 0;
}

/**
 * Knows a device by its next name alone from now on, so that a name that somebody else has put there, or seen, is worth
 * nothing; runs as `hub_auth`. Of an account's devices those that were not used for longest are forgotten.
 */
export async function rememberDevice(
  db: Database,
  userId: string,
  { hash, nextHash }: Device,
): Promise<void> {
  if (!nextHash) return;
  await db.execute(sql`
    delete from known_devices where user_id = ${userId} and (device_hash = ${hash ?? ""}
      or device_hash in (select device_hash from known_devices where user_id = ${userId}
        order by last_used_on desc offset ${maxDevices - 1}::integer))`);
  await db.execute(sql`
    insert into known_devices (user_id, device_hash) values (${userId}, ${nextHash})
    on conflict (user_id, device_hash) do update set last_used_on = now()`);
}
