import type * as z from "zod";
import type { passkeyResponse } from "../../../lib/contract/second-factors";
import { sendDeviceNotice } from "../../access/new-device";
import { addChallenge, requireParty, takeChallenge, userHandleOf } from "../../access/passkeys";
import { recordSignInFailure } from "../../access/sign-in-failure";
import { rememberDevice } from "../../access/verified-password";
import { forbidden, unauthorized } from "../../core/errors";
import { sql } from "../../database/sql";
import type { PublicContext } from "../../endpoint/route";
import { newSecret, store } from "./service";

type Answer = z.output<typeof passkeyResponse>;

/** The library reads certificates of many makers, so it is loaded with the first passkey only. */
const library = () => import("@simplewebauthn/server");

/** @throws {RequestError} 403 without passwords, 409 where browsers have no passkeys */
export async function passkeyOptions({ config, connection }: PublicContext) {
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  const { id } = requireParty(config);
  const { generateAuthenticationOptions } = await library();
  // Names no passkeys: those of an account would reveal that it exists, and has some.
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: "required" });
  await addChallenge(connection, options.challenge);
  return { ...options };
}

interface Stored extends Record<string, unknown> {
  userId: string;
  userName: string;
  publicKey: string;
  counter: number;
}

/**
 * Signs in by a passkey alone: the authenticator has verified the person, so it counts as two factors (AU-11).
 * @throws {RequestError} 401 for every answer that is not accepted, 403 without passwords
 */
export async function signInWithPasskey(context: PublicContext, answer: Answer) {
  const { config, connection, tenant, address, device } = context;
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  const { tenantId } = tenant;
  const challenge = await takeChallenge(connection, answer);
  const stored = challenge === undefined ? undefined : await findPasskey(context, answer.id);
  if (challenge === undefined || !stored) throw unauthorized("wrongPasskey");
  const { userId, userName } = stored;
  const counter = await verifiedCounter(context, answer, challenge, stored);
  const secret = newSecret();
  const signedIn = await connection.transaction("hub_auth", async (db) => {
    // One of two uses of the same count is a copy's.
    const { rows } = await db.execute(sql`
      update passkeys set counter = ${counter ?? -1}, last_used_on = now()
      where credential_id = ${answer.id} and user_id = ${userId} and ${counter !== undefined}
        and (counter < ${counter ?? -1} or counter = 0 and ${counter === 0}) returning true`);
    if (rows.length === 0) {
      await recordSignInFailure(db, { tenantId, userId, address });
      return undefined;
    }
    const isKnown = await rememberDevice(db, userId, device);
    return { device: await store(db, context, { userName, userId, secret, isKnown }) };
  });
  if (!signedIn) throw unauthorized("wrongPasskey");
  sendDeviceNotice(context, userId, signedIn.device);
  return { userName, secret };
}

async function findPasskey({ connection, tenant }: PublicContext, id: string): Promise<Stored | undefined> {
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<Stored>(sql`
      select p.user_id as "userId", a.user_name as "userName", p.public_key as "publicKey", p.counter::float8 as counter
      from passkeys p join accounts a on a.user_id = p.user_id join users u on u.user_id = p.user_id
      where p.credential_id = ${id} and u.tenant_id = ${tenant.tenantId} and a.archived_on is null and u.archived_on is null`),
  );
  return rows[0];
}

/** The authenticator's count after a valid signature for this origin; undefined for any other answer. */
async function verifiedCounter(
  { config }: PublicContext,
  answer: Answer,
  challenge: string,
  { userId, publicKey, counter }: Stored,
): Promise<number | undefined> {
  const party = requireParty(config);
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(userId).toString("base64url")) return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks each part itself.
      response: answer as unknown as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: answer.id, publicKey: Buffer.from(publicKey, "base64url"), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // Another origin, a copy's count, a wrong signature, or no answer at all.
    return undefined;
  }
}
