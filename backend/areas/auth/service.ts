import { randomBytes } from "node:crypto";
import { withVerifiedPassword } from "../../access/verified-password";
import { forbidden, unauthorized } from "../../core/errors";
import { secretHash } from "../../credentials/credentials";
import type { PublicContext } from "../../endpoint/route";
import { addSecret, findAccount } from "./queries";

/**
 * Exchanges user name and password for a new secret (AU-02). Known and unknown names get the same response, in the same
 * time.
 * @throws {RequestError} 401 for missing or wrong credentials, 429 after too many wrong ones, 403 without passwords
 */
export async function signIn(context: PublicContext): Promise<string> {
  const { credentials, connection, config, address } = context;
  const { tenantId } = context.tenant;
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  if (!credentials) throw unauthorized();
  const { userName, secret: password } = credentials;
  return withVerifiedPassword(
    context,
    { userName, password },
    (db) => findAccount(db, tenantId, userName),
    async ({ userId }, succeed) => {
      const secret = randomBytes(32).toString("base64url");
      await connection.transaction("hub_auth", async (db) => {
        await succeed(db);
        await addSecret(db, {
          hash: secretHash({ userName, secret }),
          tenantId,
          userId,
          lifetimeSeconds: config.secretLifetimeSeconds,
          address,
        });
      });
      return secret;
    },
    () => unauthorized("wrongCredentials"),
  );
}
