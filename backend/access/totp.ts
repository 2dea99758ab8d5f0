import { Secret, TOTP } from "otpauth";
import type { Config } from "../config/config";
import { openText, sealText } from "../core/sealed-text";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

/** RFC 6238 with the parameters that every app knows. */
const period = 30;
const parameters = { algorithm: "SHA1", digits: 6, period } as const;

type Settings = Pick<Config, "encryptionSecret" | "appTitle">;

/** A new secret in base32, its stored form, and the address that apps read as a QR code. */
export function makeTotpSecret({ appTitle }: Settings, encryptionSecret: string, user: TotpOwner) {
  const secret = new Secret({ size: 20 });
  return {
    secret: secret.base32,
    address: new TOTP({ ...parameters, secret, issuer: appTitle, label: user.userName }).toString(),
    stored: sealText(secret.base32, encryptionSecret, user.userId),
  };
}

interface TotpOwner {
  userId: string;
  userName: string;
}

/**
 * Accepts a code of the account's app once: one of the current 30 seconds, or of those before or after. Of two
 * concurrent requests with the same code one wins. Runs as `hub_auth`.
 * @param isFirst confirms an app that has not been confirmed yet
 */
export async function spendTotpCode(
  db: Database,
  { encryptionSecret }: Settings,
  userId: string,
  code: string,
  isFirst = false,
): Promise<boolean> {
  const { rows } = await db.execute<{ secret: string; now: string }>(sql`
    select secret, extract(epoch from clock_timestamp())::bigint::text as now from totp_factors
    where user_id = ${userId} and (confirmed_on is null) = ${isFirst}`);
  const [stored] = rows;
  const secret = stored && encryptionSecret && openText(stored.secret, encryptionSecret, userId);
  if (!secret) return false;
  const now = Math.floor(Number(stored.now) / period);
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const away = totp.validate({ token: code, timestamp: now * period * 1000, window: 1 });
  if (away === null) return false;
  const step = now + away;
  const spent = await db.execute(sql`
    update totp_factors set last_step = ${step}, confirmed_on = coalesce(confirmed_on, now())
    where user_id = ${userId} and secret = ${stored.secret} and last_step < ${step} and (confirmed_on is null) = ${isFirst}
    returning true`);
  return spent.rows.length > 0;
}
