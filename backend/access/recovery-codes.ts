import { randomBytes } from "node:crypto";
import { sha256Hex } from "../core/sha256";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

const count = 10;

/** Without letters that are read as digits (Crockford). */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** 80 random bits, in groups of four characters. */
function makeCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]);
  return letters.join("").replace(/(.{4})(?=.)/g, "$1-");
}

/** @param code in lower case, without hyphens */
const hashOf = (userId: string, code: string) => sha256Hex(`${userId}:${code}`);

/** Replaces the account's recovery codes; runs as `hub_auth`. */
export async function replaceRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode);
  const hashes = codes.map((code) => hashOf(userId, code.replaceAll("-", "")));
  await db.execute(sql`delete from recovery_codes where user_id = ${userId}`);
  await db.execute(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}::uuid, hash from unnest(string_to_array(${hashes.join(",")}, ',')) as hash`);
  return codes;
}

/** Uses up a recovery code; of two concurrent requests with the same one wins. Runs as `hub_auth`. */
export async function spendRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update recovery_codes set used_on = now()
    where user_id = ${userId} and code_hash = ${hashOf(userId, code)} and used_on is null returning true`);
  return rows.length > 0;
}
