import { randomBytes } from "node:crypto";
import { sendAccountNotice } from "../../access/account-notice";
import { accountOfStep, beginSecondStep, factorsOf, withSecondFactor } from "../../access/second-factor";
import { type Account, rememberDevice, withVerifiedPassword } from "../../access/verified-password";
import { forbidden, unauthorized } from "../../core/errors";
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
  const { credentials, connection, config, secondStep } = context;
  const { tenantId } = context.tenant;
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  if (!credentials) throw unauthorized();
  const { userName, secret: password } = credentials;
  const { token } = secondStep;
  if (token) {
    const account = await connection.transaction("hub_auth", (db) =>
      accountOfStep(db, tenantId, userName, token),
    );
    if (!account) throw unauthorized("signInStepOver");
    return complete(context, userName, account);
  }
  return withVerifiedPassword(
    context,
    { userName, password },
    (db) => findAccount(db, tenantId, userName),
    async (account, succeed) => {
      const { userId } = account;
      const factors = await connection.transaction("hub_auth", (db) => factorsOf(db, userId));
      if (factors.length === 0) {
        const secret = newSecret();
        await connection.transaction("hub_auth", async (db) => {
          await succeed(db);
          await store(db, context, { ...account, userName, secret });
        });
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
  const kind = await withSecondFactor(context, userId, context.secondStep, async (db) => {
    await rememberDevice(db, userId, context.device);
    await store(db, context, { ...account, userName, secret });
  });
  if (kind === "recovery") sendAccountNotice(context, userId, "recoveryCodeUsed");
  return secret;
}

export const newSecret = () => randomBytes(32).toString("base64url");

/** Stores a new session; runs as `hub_auth`. */
export function store(
  db: Database,
  { tenant, config, address }: PublicContext,
  {
    userName,
    userId,
    passwordHash,
    secret,
  }: Partial<Account> & { userName: string; userId: string; secret: string },
): Promise<void> {
  return addSecret(db, {
    hash: secretHash({ userName, secret }),
    tenantId: tenant.tenantId,
    userId,
    passwordHash,
    lifetimeSeconds: config.secretLifetimeSeconds,
    address,
  });
}
