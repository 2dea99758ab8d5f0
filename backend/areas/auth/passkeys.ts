import { sendDeviceNotice } from "../../access/new-device";
import { passkeyRequest, spendAnswer, verifyAnswer } from "../../access/passkey-answer";
import { addChallenge, type PasskeyAnswer, takeChallenge } from "../../access/passkeys";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { endStep, findStep } from "../../access/second-factor";
import { limitCalls } from "../../access/share-key-throttle";
import { recordSignInFailure } from "../../access/sign-in-failure";
import { forbidden, unauthorized } from "../../core/errors";
import { networkOf } from "../../core/network";
import type { Database } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";
import { newSecret, store } from "./service";

/** One per view of a sign-in page; many people may share an address. */
const optionsPerMinute = 120;

/**
 * @throws {RequestError} 403 without passwords, 409 where browsers have no passkeys, 429 after too many from an address
 */
export async function passkeyOptions(context: PublicContext) {
  refuseWithoutPasswords(context);
  await limitCalls(context.connection, `passkey-options:${networkOf(context.address)}`, optionsPerMinute);
  const options = await passkeyRequest(context);
  await addChallenge(context.connection, options.challenge);
  return options;
}

/**
 * Signs in by a passkey alone: the authenticator has verified the person, so it counts as two factors (AU-11). After a
 * denied sign-in the account's passkeys need the step of a right password, too.
 * @throws {RequestError} 401 for every answer that is not accepted, 403 without passwords, or without that step
 */
export async function signInWithPasskey(context: PublicContext, answer: PasskeyAnswer) {
  const { connection, tenant, address } = context;
  refuseWithoutPasswords(context);
  const { tenantId } = tenant;
  const challenge = await takeChallenge(connection, answer);
  const answered = challenge === undefined ? undefined : await verifyAnswer(context, answer, challenge);
  if (!answered) throw unauthorized("wrongPasskey");
  const { userId, userName } = answered;
  const secret = newSecret();
  const signedIn = await connection.transaction("hub_auth", async (db) => {
    const spent = await spendAnswer(db, answered);
    if (!spent) {
      await recordSignInFailure(db, { tenantId, userId, address });
      return undefined;
    }
    if (spent.needsPassword && !(await endStepOf(db, context, answered)))
      throw forbidden("passkeyNeedsPassword");
    return { device: await store(db, context, { userName, userId, secret }) };
  });
  if (!signedIn) throw unauthorized("wrongPasskey");
  sendDeviceNotice(context, userId, signedIn.device);
  return { userName, secret };
}

/** Uses up the step of a right password of the user; false without one. */
async function endStepOf(
  db: Database,
  { tenant: { tenantId }, secondStep: { token } }: PublicContext,
  { userId, userName }: { userId: string; userName: string },
): Promise<boolean> {
  if (token === undefined) return false;
  const step = await findStep(db, { tenantId, userName, token });
  return step?.userId === userId && step.setUp === null && endStep(db, token);
}
