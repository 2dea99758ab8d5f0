import type { Device } from "../core/device";
import { withKeyedLock } from "../core/keyed-lock";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { PublicContext } from "../endpoint/route";
import { idArray } from "../members/memberships";
import { verifyPassword } from "../queues/password";
import { recordSignInFailure } from "./sign-in-failure";
import {
  clearFailures,
  recordFailure,
  refuseWhileThrottled,
  type SubjectsOfName,
  subjectsOf,
  subjectsOfSignIn,
} from "./sign-in-throttle";

interface Credentials {
  userName: string;
  password: string;
}

export interface Account {
  userId: string;
  passwordHash: string | null;
}

/**
 * Runs `work` for a caller who knows an account's password. Known and unknown names are refused alike, in the same
 * time, and wrong passwords throttle the account and the address.
 * @param find runs as `hub_auth`
 * @param work delays the next attempt until it is done; its transaction, as `hub_auth`, ends with `succeed`, which clears
 * failures
 * @param subjectsOfName those of a sign-in, or of a join
 * @throws {RequestError} 429 after too many wrong ones, 503 while too many attempts wait, and the error of `refusal`
 * for a wrong one
 */
export async function withVerifiedPassword<Found extends Account, T>(
  { connection, tenant: { tenantId }, address, device }: PublicContext,
  { userName, password }: Credentials,
  find: (db: Database) => Promise<Found | undefined>,
  work: (account: Found, succeed: (db: Database) => Promise<void>) => Promise<T>,
  refusal: () => Error,
  subjectsOfName: SubjectsOfName = subjectsOfSignIn,
): Promise<T> {
  const { userId, isKnown } = await connection.transaction("hub_auth", async (db) => {
    const meant = (await find(db))?.userId;
    return { userId: meant, isKnown: await isKnownDevice(db, meant, device) };
  });
  // By account, across tenants; the same name means another person in each tenant.
  const account = userId ?? `${tenantId}:${userName}`;
  const knownDevice = isKnown ? device.hash : undefined;
  const subjects = subjectsOfName(userName, account, address, knownDevice);
  return withKeyedLock(subjects.waiting, async () => {
    const account = await connection.transaction("hub_auth", async (db) => {
      await refuseWhileThrottled(db, subjects);
      return find(db);
    });
    // Outside any transaction: hashing takes longer than all statements together.
    const matches = await verifyPassword(account?.passwordHash, password, isKnown ? "first" : "last");
    if (!account || !matches) {
      await connection.transaction("hub_auth", async (db) => {
        await recordFailure(db, subjects);
        await recordSignInFailure(db, { tenantId, userId: account?.userId, address });
      });
      throw refusal();
    }
    return work(account, (db) => clearFailures(db, subjectsOf(account.userId, address, knownDevice)));
  });
}

const rememberedFor = sql`interval '1 year'`;
const maxDevices = 20;

/**
 * Whether the account has signed in on that device before; runs as `hub_auth`, equally long for an account that does
 * not exist.
 */
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

/** Whether the account has signed in to the tenant on that device before, so that its address was notified then. */
export async function isKnownHere(
  db: Database,
  tenantId: string,
  userId: string,
  { hash }: Device,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from known_devices where device_hash = ${hash ?? ""} and last_used_on > now() - ${rememberedFor}
      and user_id = ${userId} and (tenant_ids is null or ${tenantId}::uuid = any(tenant_ids))`);
  return rows.length > 0;
}

/**
 * Replaces a device's name by the next one, so that a planted or leaked name becomes useless; runs as `hub_auth`. Drops
 * an account's devices that were unused for longest. Locks devices after the account: a new password deletes them.
 */
export async function rememberDevice(
  db: Database,
  tenantId: string,
  userId: string,
  { hash, nextHash }: Device,
): Promise<void> {
  if (!nextHash) return;
  const { rows } = await db.execute<{ tenantIds: string[] | null }>(sql`
    select tenant_ids::text[] as "tenantIds" from known_devices
    where device_hash = ${hash ?? ""} and user_id = ${userId} and last_used_on > now() - ${rememberedFor}`);
  const tenantIds = rows[0] ? rows[0].tenantIds : [];
  await db.execute(sql`
    delete from known_devices where user_id = ${userId} and (device_hash = ${hash ?? ""}
      or device_hash in (select device_hash from known_devices where user_id = ${userId}
        order by last_used_on desc offset ${maxDevices - 1}::integer))`);
  await db.execute(sql`
    insert into known_devices (user_id, device_hash, tenant_ids)
    values (${userId}, ${nextHash}, ${tenantIds && idArray([...new Set([...tenantIds, tenantId])])})
    on conflict (user_id, device_hash) do update set last_used_on = now()`);
}
