// See docs/decisions/0123.

import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { RequestFacts } from "../endpoint/route";
import { type PasskeyAnswer, passkeyLibrary, requireParty, userHandleOf } from "./passkeys";

/** Options of a browser's call, without passkeys: their names would reveal that an account exists and has some. */
export async function passkeyRequest({ config }: Pick<RequestFacts, "config">) {
  const { id } = requireParty(config);
  const { generateAuthenticationOptions } = await passkeyLibrary();
  return { ...(await generateAuthenticationOptions({ rpID: id, userVerification: "required" })) };
}

interface Stored extends Record<string, unknown> {
  userId: string;
  userName: string;
  publicKey: string;
  counter: number;
}

/** A user of the tenant with the passkey of an answer, and its new count; undefined after a wrong signature. */
export interface Answered {
  userId: string;
  userName: string;
  credentialId: string;
  counter: number | undefined;
}

type Facts = Pick<RequestFacts, "config" | "connection" | "tenant">;

/** The user whose passkey signed the challenge; undefined for an unknown passkey. */
export async function verifyAnswer(
  facts: Facts,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<Answered | undefined> {
  const stored = await findPasskey(facts, answer.id);
  if (!stored) return undefined;
  const { userId, userName } = stored;
  const counter = await verifiedCounter(facts, answer, challenge, stored);
  return { userId, userName, credentialId: answer.id, counter };
}

/**
 * Accepts an answer's count once: a second use comes from a copy of the passkey. Runs as `hub_auth`.
 * @returns undefined if it is refused; otherwise whether the passkey signs in only together with the password
 */
export async function spendAnswer(
  db: Database,
  { userId, credentialId, counter }: Answered,
): Promise<{ needsPassword: boolean } | undefined> {
  const { rows } = await db.execute<{ needsPassword: boolean }>(sql`
    update passkeys set counter = ${counter ?? -1}, last_used_on = now()
    where credential_id = ${credentialId} and user_id = ${userId} and ${counter !== undefined}
      and (counter < ${counter ?? -1} or counter = 0 and ${counter === 0})
    returning needs_password as "needsPassword"`);
  return rows[0];
}

async function findPasskey({ connection, tenant }: Facts, id: string): Promise<Stored | undefined> {
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
  { config }: Facts,
  answer: PasskeyAnswer,
  challenge: string,
  { userId, publicKey, counter }: Stored,
): Promise<number | undefined> {
  const party = requireParty(config);
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(userId).toString("base64url")) return undefined;
  const { verifyAuthenticationResponse } = await passkeyLibrary();
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
