import type { FastifyRequest } from "fastify";
import { recordKeyUse } from "../api-keys/queries";
import { recordSignInFailure } from "../audit/sign-in-failure";
import { recordUse } from "../database/secret-use";
import type { Connection } from "../database/transaction";
import { admit } from "../oidc/admit";
import { recordTokenUse } from "../oidc/token-use";
import type { Tokens } from "../oidc/tokens";
import { bearerOf, type Proof, proofOfApiKey, proofOfSecret } from "./credentials";
import { RequestError } from "./errors";
import { findTenant } from "./find-tenant";
import type { Caller, NotLinked } from "./identify";
import { tenantOf } from "./tenant-prefix";

interface Services {
  connection: Connection;
  /** Only in the sign-in mode `oidc`; passwords and their secrets are for the other one. */
  tokens?: Tokens;
}

/**
 * What a request shows of who sends it; undefined when it shows nothing that is accepted here. Whether it stands for
 * anybody is found in the request's transaction, which does not wait for a provider.
 * @throws {RequestError} 401 for a token that does not hold, 404 for an unknown tenant, 503 when its provider cannot be asked
 */
export async function authenticate(
  { connection, tokens }: Services,
  request: FastifyRequest,
): Promise<Proof | undefined> {
  const { authorization } = request.headers;
  const token = bearerOf(authorization);
  if (token === undefined) return tokens ? undefined : proofOfSecret(authorization);
  const key = proofOfApiKey(token);
  if (key || !tokens) return key;
  const identifier = tenantOf(request.raw);
  const remembered = tokens.remembered(token, identifier);
  if (remembered) return { means: "token", person: remembered };
  await findTenant(connection, identifier);
  return { means: "token", person: await tokens.verify(token, identifier) };
}

/**
 * Links whom a token was made for to the user they are, so that the request can be tried again.
 * @throws {RequestError} 403 when they are nobody here, 503 when their provider cannot be asked
 */
export async function link(
  { connection, tokens }: Services,
  request: FastifyRequest,
  proof: Proof | undefined,
  { tenantId }: NotLinked,
) {
  const token = bearerOf(request.headers.authorization);
  if (!tokens || !token || proof?.means !== "token") throw new Error("Only tokens are linked.");
  const identifier = tenantOf(request.raw);
  const person = await tokens.withEmail(proof.person, token, identifier);
  try {
    await admit(connection, tenantId, person);
  } catch (error) {
    const failure = { tenantId, address: request.ip, person };
    if (error instanceof RequestError && tokens.isFirstRefusal(token, identifier))
      await connection.transaction("hub_auth", (db) => recordSignInFailure(db, failure));
    throw error;
  }
}

/** Records that somebody came with this proof just now. */
export function noteUse(
  connection: Connection,
  proof: Proof | undefined,
  caller: Caller,
  address: string,
): Promise<unknown> {
  if (proof?.means === "token")
    return recordTokenUse(connection, caller.tenant.tenantId, proof.person, address);
  return caller.user.means === "apiKey"
    ? recordKeyUse(connection, caller.user.sessionId, address)
    : recordUse(connection, caller.user.sessionId);
}
