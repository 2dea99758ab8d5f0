import { randomBytes } from "node:crypto";
import { sendAccountNotice } from "../../access/account-notice";
import { type NewDevice, sendDeviceNotice, storeDeviceLink } from "../../access/new-device";
import { refuseWithoutPasswords } from "../../access/password-mode";
import {
  beginSecondStep,
  beginSetUp,
  endStep,
  factorsOf,
  findStep,
  type Step,
  stepOver,
  withSecondFactor,
} from "../../access/second-factor";
import { isFactorRequired, offeredFactors } from "../../access/second-factor-policy";
import { clearFailures, subjectsOf } from "../../access/sign-in-throttle";
import {
  type Account,
  isKnownDevice,
  isKnownHere,
  rememberDevice,
  withVerifiedPassword,
} from "../../access/verified-password";
import { unauthorized } from "../../core/errors";
import { secretHash } from "../../credentials/credentials";
import type { Database } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";
import { addSecret, findAccount } from "./queries";

/**
 * Exchanges user name and password for a new secret (AU-02), with the second factor of accounts that have one (AU-11).
 * Known and unknown names get the same response, in the same time.
 * @throws {RequestError} 401 for missing or wrong credentials, and while the second factor is missing or wrong; 429 after
 * too many wrong ones, 403 without passwords
 */
export async function signIn(context: PublicContext): Promise<string> {
  refuseWithoutPasswords(context);
  const { credentials, connection, config, secondStep } = context;
  const { tenantId } = context.tenant;
  if (!credentials) throw unauthorized();
  const { userName, secret: password } = credentials;
  const { token } = secondStep;
  if (token) {
    const step = await connection.transaction("hub_auth", (db) =>
      findStep(db, { tenantId, userName, token }),
    );
    if (!step) throw stepOver();
    return step.setUp ? completeSetUp(context, token, step) : complete(context, userName, step);
  }
  return withVerifiedPassword(
    context,
    { userName, password },
    (db) => findAccount(db, tenantId, userName),
    async (account, succeed) => {
      const { userId } = account;
      const { factors, isMissing } = await connection.transaction("hub_auth", async (db) => {
        const factors = await factorsOf(db, userId);
        const isMissing = factors.length === 0 && (await isFactorRequired(db, config, userId, tenantId));
        return { factors, isMissing };
      });
      if (isMissing) throw await beginSetUp(context, account, offeredFactors(config));
      if (factors.length === 0) {
        const secret = newSecret();
        const device = await connection.transaction("hub_auth", async (db) => {
          const newDevice = await store(db, context, { ...account, userName, secret });
          await succeed(db);
          return newDevice;
        });
        sendDeviceNotice(context, userId, device);
        return secret;
      }
      if (secondStep.code === undefined) throw await beginSecondStep(context, account, factors);
      return complete(context, userName, account);
    },
    () => unauthorized("wrongCredentials"),
  );
}

/** Completes a sign-in whose password was right. */
async function complete(context: PublicContext, userName: string, account: Account): Promise<string> {
  const { userId } = account;
  const secret = newSecret();
  let device: NewDevice | undefined;
  const kind = await withSecondFactor(context, userId, context.secondStep, async (db) => {
    device = await store(db, context, { ...account, userName, secret });
  });
  sendDeviceNotice(context, userId, device);
  if (kind === "recovery") sendAccountNotice(context, userId, "recoveryCodeUsed");
  return secret;
}

/**
 * Completes a sign-in after its set-up of a second factor.
 * @throws {RequestError} 401 before
 */
async function completeSetUp(
  context: PublicContext,
  token: string,
  { userId, userName, passwordHash, setUp }: Step,
): Promise<string> {
  if (setUp !== "done") throw unauthorized("secondFactorSetupNeeded");
  const { connection, address, device } = context;
  const secret = newSecret();
  const newDevice = await connection.transaction("hub_auth", async (db) => {
    if (!(await endStep(db, token))) throw stepOver();
    // Reset by an administrator meanwhile.
    if ((await factorsOf(db, userId)).length === 0) throw stepOver();
    const isKnown = await isKnownDevice(db, userId, device);
    const newDevice = await store(db, context, { userName, userId, passwordHash, secret });
    await clearFailures(db, subjectsOf(userId, address, isKnown ? device.hash : undefined));
    return newDevice;
  });
  sendDeviceNotice(context, userId, newDevice);
  return secret;
}

export const newSecret = () => randomBytes(32).toString("base64url");

interface NewSession extends Partial<Account> {
  userName: string;
  userId: string;
  secret: string;
}

/**
 * Stores a new session, and its device; runs as `hub_auth`.
 * @returns the notice to send, if the device is new
 */
export async function store(
  db: Database,
  context: PublicContext,
  { userName, userId, passwordHash, secret }: NewSession,
): Promise<NewDevice | undefined> {
  const { tenant, config, address, device } = context;
  const { tenantId } = tenant;
  const isKnown = await isKnownHere(db, tenantId, userId, device);
  // Before the sign-in is stored: the first one of an account sends no notice.
  const newDevice = isKnown ? undefined : await storeDeviceLink(db, context, userId);
  await addSecret(db, {
    hash: secretHash({ userName, secret }),
    tenantId,
    userId,
    passwordHash,
    lifetimeSeconds: config.secretLifetimeSeconds,
    address,
    userAgent: device.userAgent,
  });
  await rememberDevice(db, tenantId, userId, device);
  return newDevice;
}
