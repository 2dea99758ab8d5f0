// Adds second factors; runs as `hub_auth`, or outside any transaction.

import type { Config } from "../config/config";
import { conflict, invalid } from "../core/errors";
import { codeOf } from "../core/second-step";
import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import {
  addChallenge,
  type PasskeyAnswer,
  passkeyLibrary,
  requireParty,
  takeChallenge,
  userHandleOf,
} from "./passkeys";
import { replaceRecoveryCodes } from "./recovery-codes";
import { makeTotpSecret, spendTotpCode } from "./totp";

interface Owner {
  userId: string;
  userName: string;
}

interface Services {
  config: Config;
  connection: Connection;
}

/** Stores the secret of an app, replacing an unconfirmed one. @throws {RequestError} 409 when an app is in use */
export async function makeTotp(
  db: Database,
  config: Config,
  owner: Owner,
): Promise<{ secret: string; address: string }> {
  if (!config.encryptionSecret) throw conflict("noTotp");
  const { secret, address, stored } = makeTotpSecret(config, config.encryptionSecret, owner);
  const { rows } = await db.execute(sql`
    insert into totp_factors as known (user_id, secret) values (${owner.userId}, ${stored})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where known.confirmed_on is null
    returning true`);
  if (rows.length === 0) throw conflict("totpInUse");
  return { secret, address };
}

/** Confirms the app and adds the first recovery codes, under {@link lockFactors}. @throws {RequestError} 400 on code */
export async function confirmTotp(
  db: Database,
  config: Config,
  userId: string,
  code: string,
): Promise<string[]> {
  if (!(await spendTotpCode(db, config, userId, codeOf(code) ?? "", true)))
    throw invalid([{ propertyName: "code", rule: "wrongCode" }]);
  return firstRecoveryCodes(db, userId);
}

/**
 * Serialises changes of an account's second factors, so that additions keep the limit and make one set of recovery codes,
 * and concurrent removals leave the last factor. Locks are taken in one order everywhere, to avoid deadlocks: factors, users,
 * the account, links.
 */
export async function lockFactors(db: Database, userId: string): Promise<void> {
  await lockFactorRows(db, userId);
  await db.execute(sql`select from accounts where user_id = ${userId} for update`);
}

/** Before a lock of the user; see {@link lockFactors}. */
export async function lockFactorRows(db: Database, userId: string): Promise<void> {
  for (const table of ["passkeys", "totp_factors", "recovery_codes"])
    await db.execute(sql`select from ${sql.identifier(table)} where user_id = ${userId} for update`);
}

/** New codes, unless the account has some. */
async function firstRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const { rows } = await db.execute(
    sql`select from recovery_codes where user_id = ${userId} and used_on is null limit 1`,
  );
  return rows.length > 0 ? [] : replaceRecoveryCodes(db, userId);
}

const maxPasskeys = 20;
/** Characters of 1,023 bytes in base64url, the limit of WebAuthn. */
const maxIdLength = 1_364;

/** Options for a browser to create a passkey. @throws {RequestError} 409 where browsers have none */
export async function newPasskeyOptions(
  { config, connection }: Services,
  { userId, userName, displayName }: Owner & { displayName: string },
) {
  const { id } = requireParty(config);
  const { generateRegistrationOptions } = await passkeyLibrary();
  const { rows } = await connection.transaction("hub_auth", (db) =>
    // One that needs the password may be replaced on its own device.
    db.execute<{ id: string }>(sql`
      select credential_id as id from passkeys where user_id = ${userId} and not needs_password`),
  );
  const options = await generateRegistrationOptions({
    rpName: config.appTitle,
    rpID: id,
    userID: new Uint8Array(userHandleOf(userId)),
    userName,
    userDisplayName: displayName,
    attestationType: "none",
    excludeCredentials: rows.map(({ id }) => ({ id })),
    // Allows sign-in without a user name, and verifies the person.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await addChallenge(connection, options.challenge, { userId });
  return { ...options };
}

export interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** Verifies a browser's new passkey; the challenge works once. @throws {RequestError} 400 on response */
export async function verifiedPasskey(
  { config, connection }: Services,
  userId: string,
  answer: PasskeyAnswer,
): Promise<NewPasskey> {
  const party = requireParty(config);
  const challenge = await takeChallenge(connection, answer, { userId });
  if (challenge === undefined) throw wrongPasskey();
  const { verifyRegistrationResponse } = await passkeyLibrary();
  const { registrationInfo } = await verifyRegistrationResponse({
    // The library checks each part itself.
    response: answer as unknown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw wrongPasskey();
  const { id, publicKey, counter } = registrationInfo.credential;
  // The library compares neither; answers of a sign-in name the passkey by its id.
  if (id !== answer.id || id.length > maxIdLength) throw wrongPasskey();
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
}

const wrongPasskey = () => invalid([{ propertyName: "response", rule: "wrongPasskey" }]);

/**
 * Adds a passkey and the first recovery codes, under {@link lockFactors}.
 * @throws {RequestError} 400 for a known one, 409 for too many
 */
export async function addPasskey(
  db: Database,
  userId: string,
  name: string,
  { credentialId, publicKey, counter }: NewPasskey,
): Promise<string[]> {
  const { rows: known } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from passkeys where user_id = ${userId}`,
  );
  if ((known[0]?.count ?? 0) >= maxPasskeys) throw conflict("tooManyPasskeys", { most: maxPasskeys });
  const { rows } = await db.execute(sql`
    insert into passkeys (credential_id, user_id, name, public_key, counter)
    values (${credentialId}, ${userId}, ${name}, ${publicKey}, ${counter}) on conflict do nothing returning true`);
  if (rows.length === 0) throw wrongPasskey();
  return firstRecoveryCodes(db, userId);
}
