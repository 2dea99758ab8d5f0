// See docs/decisions/0125.

import { confirmationHeader, lastConfirmedHeader } from "../../lib/contract/confirmation-headers";
import { clockSkew } from "../../lib/contract/token-signatures";
import { RequestError } from "../core/errors";
import type { Proof } from "../credentials/credentials";
import { sql } from "../database/sql";
import type { Context } from "../endpoint/route";
import { outsideOfTenant } from "./own-password";
import { passkeyParty } from "./passkeys";
import { factorsOf } from "./second-factor";

/** Milliseconds by which a provider's clock may be ahead. */
const maxClockSkew = clockSkew * 1000;

type Caller = Pick<Context, "db" | "tenant" | "user" | "config">;

/**
 * Refuses a session whose last factor is too old (AU-12). Exempts API keys, and tokens of programs, which come without an ID
 * token and do not tell the time of a sign-in.
 * @throws {RequestError} 403 `confirmationNeeded` with the accepted factors and the time of the last one
 */
export async function requireConfirmation(caller: Caller, proof: Proof | undefined): Promise<void> {
  const { confirmAfterMinutes } = caller.config;
  if (confirmAfterMinutes === 0 || proof?.means === "apiKey") return;
  if (proof?.means === "token") {
    const { authenticatedAt } = proof.person;
    if (authenticatedAt === undefined) return;
    const age = Date.now() - authenticatedAt;
    if (age < confirmAfterMinutes * 60_000 && age > -maxClockSkew) return;
    throw confirmationNeeded(["provider"], new Date(authenticatedAt));
  }
  await outsideOfTenant(caller, async () => {
    const { db, user, config } = caller;
    const { rows } = await db.execute<{ since: string; isRecent: boolean }>(sql`
      select iso_instant(coalesce(confirmed_on, created_on)) as since,
        coalesce(confirmed_on, created_on) > now() - make_interval(mins => ${confirmAfterMinutes}::integer) as "isRecent"
      from secrets where secret_hash = ${user.sessionId}`);
    const [last] = rows;
    if (last?.isRecent) return;
    const factors = (await factorsOf(db, user.userId)).filter(
      (kind) => kind !== "passkey" || passkeyParty(config),
    );
    throw confirmationNeeded([...factors, "password"], new Date(last?.since ?? 0));
  });
}

/** @param since 1970 if unknown */
const confirmationNeeded = (accepted: readonly string[], since: Date) =>
  new RequestError("confirmationNeeded", {
    status: 403,
    headers: {
      [confirmationHeader]: accepted.join(", "),
      ...(since.getTime() > 0 && { [lastConfirmedHeader]: since.toISOString() }),
    },
  });
