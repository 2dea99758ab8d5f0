import type * as z from "zod";
import type { ownPassword, passkeyResponse } from "../../../lib/contract/second-factors";
import { sendAccountNotice } from "../../access/account-notice";
import { outsideOfTenant, withOwnPassword } from "../../access/own-password";
import { addChallenge, requireParty, takeChallenge, userHandleOf } from "../../access/passkeys";
import { conflict, invalid, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Context, SlowContext } from "../../endpoint/route";
import { firstRecoveryCodes } from "./second-factors";

const maxPasskeys = 20;
const library = () => import("@simplewebauthn/server");

/** @throws {RequestError} as `withOwnPassword` does, 409 where browsers have no passkeys */
export async function passkeyOptions(
  context: SlowContext,
  { currentPassword }: z.output<typeof ownPassword>,
) {
  const { config, connection, user } = context;
  const { id } = requireParty(config);
  return withOwnPassword(context, currentPassword, async () => {
    const { generateRegistrationOptions } = await library();
    const { rows } = await connection.transaction("hub_auth", (db) =>
      db.execute<{ id: string }>(
        sql`select credential_id as id from passkeys where user_id = ${user.userId}`,
      ),
    );
    const options = await generateRegistrationOptions({
      rpName: config.appTitle,
      rpID: id,
      userID: new Uint8Array(userHandleOf(user.userId)),
      userName: user.userName,
      userDisplayName: user.displayName,
      attestationType: "none",
      excludeCredentials: rows.map(({ id }) => ({ id })),
      // Signs in without a user name, and verifies the person.
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    await addChallenge(connection, options.challenge, { userId: user.userId });
    return { ...options };
  });
}

interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** Verifies what a browser made; the challenge works once. @throws {RequestError} 400 on response */
export async function verifiedPasskey(
  { config, connection, user }: SlowContext,
  answer: z.output<typeof passkeyResponse>,
): Promise<NewPasskey> {
  const party = requireParty(config);
  const challenge = await takeChallenge(connection, answer, { userId: user.userId });
  if (challenge === undefined) throw wrong();
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    // The library checks each part itself.
    response: answer as unknown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw wrong();
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
}

const wrong = () => invalid([{ propertyName: "response", rule: "wrongPasskey" }]);

/** @throws {RequestError} 400 for one that is known already, 409 for too many */
export async function addPasskey(
  context: Context,
  name: string,
  { credentialId, publicKey, counter }: NewPasskey,
): Promise<{ recoveryCodes: string[] }> {
  const { db, user } = context;
  context.afterCommit(async () => sendAccountNotice(context, user.userId, "passkeyAdded", { name }));
  return outsideOfTenant(context, async () => {
    // Locks the account's row: concurrent additions are counted one by one, and make one set of recovery codes.
    await db.execute(sql`select from accounts where user_id = ${user.userId} for update`);
    const { rows: known } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from passkeys where user_id = ${user.userId}`,
    );
    if ((known[0]?.count ?? 0) >= maxPasskeys) throw conflict("tooManyPasskeys", { most: maxPasskeys });
    const { rows } = await db.execute(sql`
      insert into passkeys (credential_id, user_id, name, public_key, counter)
      values (${credentialId}, ${user.userId}, ${name}, ${publicKey}, ${counter}) on conflict do nothing returning true`);
    if (rows.length === 0) throw wrong();
    return { recoveryCodes: await firstRecoveryCodes(context) };
  });
}

/** @throws {RequestError} 404 unless it is the caller's */
export async function renamePasskey(context: Context, passkeyId: string, name: string): Promise<null> {
  const { db, user } = context;
  const { rows } = await outsideOfTenant(context, () =>
    db.execute(sql`
      update passkeys set name = ${name} where user_id = ${user.userId} and passkey_id = ${passkeyId} returning true`),
  );
  if (rows.length === 0) throw notFound();
  return null;
}
