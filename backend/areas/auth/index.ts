import { randomBytes } from "node:crypto";
import { contract } from "../../../lib/contract";
import { withVerifiedPassword } from "../../access/verified-password";
import { secretHash } from "../../http/credentials";
import { forbidden, unauthorized } from "../../http/errors";
import { implement, type PublicContext } from "../../http/route";
import { addSecret, endSecret, findAccount } from "./queries";

export const routes = implement(contract.auth, {
  signIn: ({ context }) => signIn(context),
  signOut: async ({ context: { db, user } }) => {
    // A provider's token ends at the provider.
    if (user.means === "secret") await endSecret(db, user.sessionId);
    return null;
  },
});

/**
 * Exchanges user name and password for a new secret (AU-02). Known and unknown names answer alike, in the same time.
 * @throws {RequestError} 401 for missing or wrong credentials, 429 after too many wrong ones, 403 where there are no passwords
 */
async function signIn(context: PublicContext): Promise<string> {
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
