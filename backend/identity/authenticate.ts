import type { FastifyRequest } from "fastify";
import { admissionRefusals, idTokenHeader } from "@/lib/contract/id-token";
import { webSessionHeader } from "@/lib/contract/web-session";
import { recordSignInFailure } from "../access/sign-in-failure";
import { recordKeyUse } from "../api-keys/queries";
import { userAgentOf } from "../core/client-name";
import { forbidden } from "../core/errors";
import { tenantOf } from "../core/tenant-prefix";
import { bearerOf, type Proof, proofOfApiKey, proofOfSecret } from "../credentials/credentials";
import { recordSecretUse } from "../database/secret-use";
import type { Connection } from "../database/transaction";
import { admit, subjectRuleOf } from "../oidc/admit";
import type { Person } from "../oidc/person";
import { recordTokenUse } from "../oidc/token-use";
import type { AccessTokens } from "../oidc/tokens";
import { withoutGroups } from "./apply-groups";
import { createPerson } from "./create-person";
import { findTenant } from "./find-tenant";
import type { Caller } from "./identify";
import type { NotLinked } from "./signed-out";

interface Services {
  connection: Connection;
  /** Only in the sign-in mode `oidc`; passwords and secrets belong to the other mode. */
  tokens?: AccessTokens;
}

/**
 * Reads the proof of identity from a request; undefined when it has none that is accepted here. Whether the proof
 * belongs to a user is decided in the request's transaction, which does not wait for a provider.
 * @throws {RequestError} 401 for an invalid token, 404 for an unknown tenant, 503 when its provider is unreachable
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
  let person = tokens.remembered(token, identifier);
  if (!person) {
    await findTenant(connection, identifier);
    person = await tokens.verify(token, identifier);
  }
  const idToken = request.headers[idTokenHeader]?.toString();
  if (idToken) person = await tokens.withAuthenticationTime(person, idToken, identifier);
  const proof: Proof = { means: "token", person, webSession: webSessionOf(request) };
  // The client of a program may lack the claim, which says nothing about the user.
  return proof.webSession === undefined && person.groups?.isMissing ? withoutGroups(proof) : proof;
}

function webSessionOf({ headers }: FastifyRequest): string | undefined {
  const { [webSessionHeader]: name } = headers;
  return typeof name === "string" && name !== "" ? name.slice(0, 100) : undefined;
}

/**
 * Links a token's subject to their user, or to a new one if the settings allow it, so that the request can be retried.
 * @throws {RequestError} 403 when the tenant has no such user, 503 when their provider is unreachable
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
  const rule = subjectRuleOf(tokens.settings, identifier, proof.person);
  // A user that the token alone identifies need not wait for the provider.
  if (await admit(connection, tenantId, proof.person, rule)) return;
  const idToken = request.headers[idTokenHeader]?.toString();
  const { person, refusal } = await tokens.withEmail(proof.person, { token, idToken }, identifier);
  if (person.email && (await admit(connection, tenantId, person, rule))) return;
  const isIdentified = !refusal || person.email !== undefined;
  if (tokens.settings.createUsers && isIdentified && (await createPerson(connection, tenantId, person, rule)))
    return;
  if (tokens.isFirstRefusal(token, identifier)) {
    const failure = { tenantId, address: request.ip, person };
    request.log.warn(`a person with a token is not admitted: ${refusal ?? missingClaim(person)}`);
    await connection.transaction("hub_auth", (db) => recordSignInFailure(db, failure));
  }
  const code = !isIdentified ? admissionRefusals.unidentified : admissionRefusals.unknown;
  throw forbidden(code, { person: person.email ?? person.userName });
}

function missingClaim({ email }: Person): string {
  return email === undefined
    ? "the provider tells no verified e-mail address, and its subject is no user's"
    : "no user, or several, have their e-mail address, or theirs is linked to someone else";
}

/** Records the use of this proof. */
export function recordUse(
  connection: Connection,
  proof: Proof | undefined,
  caller: Caller,
  { ip: address, headers }: FastifyRequest,
): Promise<unknown> {
  if (proof?.means === "token") {
    const sessionKey = proof.webSession === undefined ? undefined : caller.user.sessionKey;
    const userAgent = userAgentOf(headers["user-agent"]);
    return recordTokenUse(connection, caller.tenant.tenantId, proof.person, {
      sessionKey,
      userAgent,
      address,
    });
  }
  return caller.user.means === "apiKey"
    ? recordKeyUse(connection, caller.user.sessionId, address)
    : recordSecretUse(connection, caller.user.sessionId, address);
}
