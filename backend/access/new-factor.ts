// Setting up second factors; everything here runs as `hub_auth`, or outside any transaction.

import type * as z from "zod";
import type { passkeyResponse } from "../../lib/contract/second-factors";
import type { Config } from "../config/config";
import { conflict, invalid } from "../core/errors";
import { codeOf } from "../core/second-step";
import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import { addChallenge, requireParty, takeChallenge, userHandleOf } from "./passkeys";
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

/** Of two apps that are set up at once the later one counts. @throws {RequestError} 409 when one is in use already */
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

/** @throws {RequestError} 400 on code */
export async function confirmTotp(
  db: Database,
  config: Config,
  userId: string,
  code: string,
): Promise<string[]> {
  await lockFactors(db, userId);
  if (!(await spendTotpCode(db, config, userId, codeOf(code) ?? "", true)))
    throw invalid([{ propertyName: "code", rule: "wrongCode" }]);
  return firstRecoveryCodes(db, userId);
}

/**
 * Serialises changes of an account's second factors: additions are counted one by one and make one set of recovery
 * codes, and two concurrent removals do not take the last two.
 */
export async function lockFactors(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select from accounts where user_id = ${userId} for update`);
}

/** New ones unless the account has some. */
async function firstRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const { rows } = await db.execute(
    sql`select from recovery_codes where user_id = ${userId} and used_on is null limit 1`,
  );
  return rows.length > 0 ? [] : replaceRecoveryCodes(db, userId);
}

const maxPasskeys = 20;
const library = () => import("@simplewebauthn/server");

/** Options with which a browser makes a passkey. @throws {RequestError} 409 where browsers have none */
export async function newPasskeyOptions(
  { config, connection }: Services,
  { userId, userName, displayName }: Owner & { displayName: string },
) {
  const { id } = requireParty(config);
  const { generateRegistrationOptions } = await library();
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<{ id: string }>(sql`select credential_id as id from passkeys where user_id = ${userId}`),
  );
  const options = await generateRegistrationOptions({
    rpName: config.appTitle,
    rpID: id,
    userID: new Uint8Array(userHandleOf(userId)),
    userName,
    userDisplayName: displayName,
    attestationType: "none",
    excludeCredentials: rows.map(({ id }) => ({ id })),
    // Signs in without a user name, and verifies the person.
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

/** Verifies what a browser made; the challenge works once. @throws {RequestError} 400 on response */
export async function verifiedPasskey(
  { config, connection }: Services,
  userId: string,
  answer: z.output<typeof passkeyResponse>,
): Promise<NewPasskey> {
  const party = requireParty(config);
  const challenge = await takeChallenge(connection, answer, { userId });
  if (challenge === undefined) throw wrongPasskey();
  const { verifyRegistrationResponse } = await library();
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
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
}

const wrongPasskey = () => invalid([{ propertyName: "response", rule: "wrongPasskey" }]);

/** @throws {RequestError} 400 for one that is known already, 409 for too many */
export async function addPasskey(
  db: Database,
  userId: string,
  name: string,
  { credentialId, publicKey, counter }: NewPasskey,
): Promise<string[]> {
  await lockFactors(db, userId);
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
