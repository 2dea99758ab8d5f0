// See docs/decisions/0123.

import { isIP } from "node:net";
import type * as z from "zod";
import type { passkeyResponse } from "../../lib/contract/second-factors";
import type { Config } from "../config/config";
import { conflict } from "../core/errors";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";

export type PasskeyAnswer = z.output<typeof passkeyResponse>;

/** The library reads certificates of many makers, so it is loaded with the first passkey only. */
export const passkeyLibrary = () => import("@simplewebauthn/server");

/** Seconds for which a challenge can be answered; sign-in pages stay open for a while. */
const challengeSeconds = 10 * 60;

interface Party {
  /** The host name of the public address. */
  id: string;
  origin: string;
}

/**
 * Who asks for passkeys, from the public address alone: never from a request, whose Host is forged easily. Undefined where
 * browsers have none: on plain http other than localhost, and without a host name.
 */
export function passkeyParty({ publicAddress }: Pick<Config, "publicAddress">): Party | undefined {
  const { protocol, hostname, origin } = new URL(publicAddress);
  const isSecure = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : undefined;
}

/** @throws {RequestError} 409 where browsers have none */
export function requireParty(config: Config): Party {
  const party = passkeyParty(config);
  if (!party) throw conflict("noPasskeys");
  return party;
}

/** The only use of a challenge: the account that adds a passkey, the session to confirm, or, without either, a sign-in. */
interface Purpose {
  userId?: string;
  sessionId?: string;
}

export async function addChallenge(
  connection: Connection,
  challenge: string,
  { userId, sessionId }: Purpose = {},
): Promise<void> {
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      insert into passkey_challenges (challenge, user_id, session_hash, expires_on)
      values (${challenge}, ${userId ?? null}, ${sessionId ?? null}, now() + make_interval(secs => ${challengeSeconds}))`),
  );
}

/** Uses up the challenge of an answer, whatever comes of it: of concurrent requests one gets it. */
export async function takeChallenge(
  connection: Connection,
  { response: { clientDataJSON } }: PasskeyAnswer,
  { userId, sessionId }: Purpose = {},
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      delete from passkey_challenges
      where challenge = ${challenge} and user_id is not distinct from ${userId ?? null}::uuid
        and session_hash is not distinct from ${sessionId ?? null}::text and expires_on > now()
      returning true`),
  );
  return rows.length > 0 ? challenge : undefined;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    return typeof challenge === "string" && /^[\w-]{20,200}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The account as authenticators know it: they return it with an answer. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");
