// Setting up a required second factor at sign-in: see docs/decisions/0123.

import type * as z from "zod";
import { accountSuspended } from "../../../lib/contract/account-ended";
import type { passkeyResponse } from "../../../lib/contract/second-factors";
import { sendAccountNotice } from "../../access/account-notice";
import {
  addPasskey,
  confirmTotp,
  lockFactors,
  makeTotp,
  newPasskeyOptions,
  verifiedPasskey,
} from "../../access/new-factor";
import { countSetUpCall, factorsOf, findStep, finishSetUp, type Step } from "../../access/second-factor";
import { forbidden, unauthorized } from "../../core/errors";
import type { Database } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";

/**
 * Identifies the person who sets up a second factor by the step of their right password.
 * @throws {RequestError} 401 once the step is over, or the account has got a second factor otherwise; 403 for a suspended
 * user, and without passwords
 */
async function stepOf({ config, connection, credentials, secondStep, tenant }: PublicContext) {
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  const { token } = secondStep;
  if (!credentials) throw unauthorized();
  if (!token) throw unauthorized("signInStepOver");
  const given = { tenantId: tenant.tenantId, userName: credentials.userName, token };
  /** Repeated by each transaction, since nothing stays locked in between. */
  const check = async (db: Database): Promise<Step> => {
    const step = await findStep(db, given);
    if (step?.setUp !== "wanted") throw unauthorized("signInStepOver");
    if (!step.isActive) throw forbidden(accountSuspended);
    await lockFactors(db, step.userId);
    if ((await factorsOf(db, step.userId)).length > 0) throw unauthorized("signInStepOver");
    return step;
  };
  const step = await connection.transaction("hub_auth", async (db) => {
    const found = await check(db);
    if (!(await countSetUpCall(db, token))) throw unauthorized("signInStepOver");
    return found;
  });
  return { ...step, token, check };
}

/** Adds the first second factor: of several concurrent set-ups of an account one wins. */
async function finish(
  context: PublicContext,
  { token, check }: Awaited<ReturnType<typeof stepOf>>,
  add: (db: Database) => Promise<string[]>,
): Promise<{ recoveryCodes: string[] }> {
  return context.connection.transaction("hub_auth", async (db) => {
    const { userId } = await check(db);
    const recoveryCodes = await add(db);
    if (!(await finishSetUp(db, userId, token))) throw unauthorized("signInStepOver");
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
  response: z.output<typeof passkeyResponse>;
}

/** @throws {RequestError} 400 on response */
export async function addFirstPasskey(context: PublicContext, { name, response }: GivenPasskey) {
  const step = await stepOf(context);
  const made = await verifiedPasskey(context, step.userId, response);
  const added = await finish(context, step, (db) => addPasskey(db, step.userId, name, made));
  sendAccountNotice(context, step.userId, "passkeyAdded", { name });
  return added;
}
