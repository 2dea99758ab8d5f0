import type * as z from "zod";
import type { confirmation } from "../../../lib/contract/confirmation";
import { sendAccountNotice } from "../../access/account-notice";
import { recordConfirmation, withOwnPassword } from "../../access/own-password";
import { passkeyRequest, spendAnswer, verifyAnswer } from "../../access/passkey-answer";
import { addChallenge, type PasskeyAnswer, takeChallenge } from "../../access/passkeys";
import { spendCode } from "../../access/second-factor";
import { recordSignInFailure } from "../../access/sign-in-failure";
import { clearFailures, ownSubjects, reserveAttempt } from "../../access/sign-in-throttle";
import { invalid } from "../../core/errors";
import { codeOf } from "../../core/second-step";
import type { Database } from "../../database/transaction";
import type { SlowContext } from "../../endpoint/route";

/**
 * Confirms the session with a factor of its user (AU-12).
 * @throws {RequestError} 400 on the field of a wrong one, 429 after too many
 */
export async function confirmSession(
  context: SlowContext,
  given: z.output<typeof confirmation>,
): Promise<void> {
  if ("currentPassword" in given)
    return withOwnPassword(context, given.currentPassword, async () => undefined);
  if ("response" in given) return confirmByPasskey(context, given.response);
  const { config, user } = context;
  const code = codeOf(given.code) ?? "";
  const kind = await attempt(context, "code", (db) => spendCode(db, config, user.userId, code));
  if (kind === "recovery") sendAccountNotice(context, user.userId, "recoveryCodeUsed");
}

/** Options whose challenge only this session can answer. @throws {RequestError} 409 where browsers have no passkeys */
export async function confirmationOptions(context: SlowContext) {
  const { connection, user } = context;
  const options = await passkeyRequest(context);
  await addChallenge(connection, options.challenge, user);
  return options;
}

async function confirmByPasskey(context: SlowContext, answer: PasskeyAnswer): Promise<void> {
  const { connection, user } = context;
  const challenge = await takeChallenge(connection, answer, user);
  const answered = challenge === undefined ? undefined : await verifyAnswer(context, answer, challenge);
  const isOwn = answered?.userId === user.userId;
  await attempt(context, "response", async (db) => (isOwn && (await spendAnswer(db, answered))) || false);
}

/** Checks a factor; counts a failure until it succeeds, so that concurrent guesses are throttled too. */
async function attempt<T>(
  { connection, user, tenant: { tenantId }, address }: SlowContext,
  propertyName: "code" | "response",
  spend: (db: Database) => Promise<T | false>,
): Promise<T> {
  const { userId } = user;
  const subjects = ownSubjects(userId);
  await connection.transaction("hub_auth", async (db) => {
    for (const subject of subjects.waiting) await reserveAttempt(db, subject);
  });
  const spent = await connection.transaction("hub_auth", async (db) => {
    const spent = await spend(db);
    if (spent === false) await recordSignInFailure(db, { tenantId, userId, address });
    else {
      await clearFailures(db, subjects);
      await recordConfirmation(db, user);
    }
    return spent;
  });
  if (spent === false)
    throw invalid([{ propertyName, rule: propertyName === "code" ? "wrongCode" : "wrongPasskey" }]);
  return spent;
}
