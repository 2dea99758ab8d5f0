import { randomBytes } from "node:crypto";
import { isKnownDevice, rememberDevice } from "../../access/known-devices";
import { forgetFailures, recordFailure, refuseWhileSlowed, subjectsOf } from "../../access/slow-down";
import { recordSignInFailure } from "../../audit/sign-in-failure";
import { secretHash } from "../../http/credentials";
import { forbidden, unauthorized } from "../../http/errors";
import { verifyPassword } from "../../http/password";
import type { PublicContext } from "../../http/route";
import { inTurn } from "./in-turn";
import { addSecret, findAccount } from "./queries";

/**
 * Exchanges user name and password for a new secret (AU-02). Known and unknown names answer alike, in the same time.
 * @throws {RequestError} 401 for missing or wrong credentials, 429 after too many wrong ones, 403 where there are no passwords
 */
export async function signIn({
  credentials,
  tenant,
  connection,
  config,
  address,
  device,
}: PublicContext): Promise<string> {
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  if (!credentials) throw unauthorized();
  const { userName, secret: password } = credentials;
  const isKnown = await connection.transaction("hub_auth", (db) => isKnownDevice(db, userName, device));
  const subjects = subjectsOf(userName, address, isKnown ? device.hash : undefined);
  return inTurn(subjects.waiting, async () => {
    const account = await connection.transaction("hub_auth", async (db) => {
      await refuseWhileSlowed(db, subjects);
      return findAccount(db, tenant.tenantId, userName);
    });
    // Outside of any transaction: hashing takes longer than all statements together.
    const matches = await verifyPassword(account?.passwordHash, password);
    if (!account || !matches) {
      await connection.transaction("hub_auth", async (db) => {
        await recordFailure(db, subjects);
        await recordSignInFailure(db, { tenantId: tenant.tenantId, userId: account?.userId, address });
      });
      throw unauthorized("wrongCredentials");
    }
    const secret = randomBytes(32).toString("base64url");
    await connection.transaction("hub_auth", async (db) => {
      await forgetFailures(db, subjects);
      await rememberDevice(db, account.userId, device);
      await addSecret(db, {
        hash: secretHash({ userName: credentials.userName, secret }),
        tenantId: tenant.tenantId,
        userId: account.userId,
        lifetimeSeconds: config.secretLifetimeSeconds,
        address,
      });
    });
    return secret;
  });
}
