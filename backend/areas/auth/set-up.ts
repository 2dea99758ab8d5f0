// Set-up of a required second factor at sign-in: see docs/decisions/0123.

import { accountSuspended } from "../../../lib/contract/account-ended";
import { sendAccountNotice } from "../../access/account-notice";
import {
  addPasskey,
  confirmTotp,
  lockFactors,
  makeTotp,
  newPasskeyOptions,
  verifiedPasskey,
} from "../../access/new-factor";
import type { PasskeyAnswer } from "../../access/passkeys";
import { refuseWithoutPasswords } from "../../access/password-mode";
import {
  countSetUpCall,
  factorsOf,
  findStep,
  finishSetUp,
  type Step,
  stepOver,
} from "../../access/second-factor";
import { forbidden, unauthorized } from "../../core/errors";
import type { Database } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";

/**
 * Identifies the user of a set-up by the step of their right password.
 * @throws {RequestError} 401 once the step is over, or the account has a second factor; 403 for a suspended user, and
 * without passwords
 */
async function stepOf(context: PublicContext) {
  refuseWithoutPasswords(context);
  const { connection, credentials, secondStep, tenant } = context;
  const { token } = secondStep;
  if (!credentials) throw unauthorized();
  if (!token) throw stepOver();
  const given = { tenantId: tenant.tenantId, userName: credentials.userName, token };
  const find = async (db: Database): Promise<Step> => {
    const step = await findStep(db, given);
    if (step?.setUp !== "wanted") throw stepOver();
    if (!step.isActive) throw forbidden(accountSuspended);
    return step;
  };
  /** Runs in each transaction, since nothing stays locked in between. */
  const check = async (db: Database): Promise<Step> => {
    await lockFactors(db, (await find(db)).userId);
    // Again: the lock may have waited for a new password, which ends the step.
    const step = await find(db);
    if ((await factorsOf(db, step.userId)).length > 0) throw stepOver();
    return step;
  };
  const step = await connection.transaction("hub_auth", async (db) => {
    const found = await check(db);
    if (!(await countSetUpCall(db, token))) throw stepOver();
    return found;
  });
  return { ...step, token, check };
}

/** Adds the first second factor; one of several concurrent set-ups of an account succeeds. */
async function finish(
  context: PublicContext,
  { token, check }: Awaited<ReturnType<typeof stepOf>>,
  add: (db: Database) => Promise<string[]>,
): Promise<{ recoveryCodes: string[] }> {
  return context.connection.transaction("hub_auth", async (db) => {
    const { userId } = await check(db);
    const recoveryCodes = await add(db);
    if (!(await finishSetUp(db, userId, token))) throw stepOver();
    return { recoveryCodes };
  });
}

export async function makeFirstTotp(context: PublicContext) {
  const { config, connection } = context;
  const { check } = await stepOf(context);
  return connection.transaction("hub_auth", async (db) => makeTotp(db, config, await check(db)));
}

/** @throws {RequestError} 400 on code */
export async function confirmFirstTotp(context: PublicContext, code: string) {
  const step = await stepOf(context);
  const made = await finish(context, step, (db) => confirmTotp(db, context.config, step.userId, code));
  sendAccountNotice(context, step.userId, "totpAdded");
  return made;
}

export async function firstPasskeyOptions(context: PublicContext) {
  return newPasskeyOptions(context, await stepOf(context));
}

interface GivenPasskey {
  name: string;
  response: PasskeyAnswer;
}

/** @throws {RequestError} 400 on response */
export async function addFirstPasskey(context: PublicContext, { name, response }: GivenPasskey) {
  const step = await stepOf(context);
  const made = await verifiedPasskey(context, step.userId, response);
  const added = await finish(context, step, (db) => addPasskey(db, step.userId, name, made));
  sendAccountNotice(context, step.userId, "passkeyAdded", { name });
  return added;
}
