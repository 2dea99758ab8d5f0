import type { FastifyRequest } from "fastify";
import type { Config } from "../config";
import { recordUse } from "../database/secret-use";
import type { Connection } from "../database/transaction";
import { credentialsOf } from "./credentials";
import { findTenant } from "./find-tenant";
import { answerOnce } from "./idempotency";
import { identify } from "./identify";
import { readInput } from "./input";
import { languageOf } from "./language";
import { requirePermission } from "./permission";
import type { Route } from "./route";
import { tenantOf } from "./tenant-prefix";
import { timezoneOf } from "./timezone";

export interface Services {
  connection: Connection;
  config: Config;
}

/** Runs a request through its route; resolves with the JSON text of the answer, empty for an answer that carries nothing. */
export function answer(route: Route, services: Services, request: FastifyRequest): Promise<string> {
  return route.endpoint.access === "public"
    ? answerPublic(route, services, request)
    : answerSignedIn(route, services, request);
}

/** One transaction from who is asking to what is answered: an error in any step rolls all of it back. */
async function answerSignedIn({ endpoint, handler }: Route, services: Services, request: FastifyRequest) {
  const { connection, config } = services;
  const credentials = credentialsOf(request.headers.authorization);
  const { text, caller } = await connection.transaction("hub_auth", async (db) => {
    const caller = await identify(db, tenantOf(request.raw), credentials, config.secretIdleSeconds);
    requirePermission(endpoint.access, caller.user.permissions);
    const input = readInput(endpoint, inputOf(request));
    const context = { ...factsOf(request), config, tenant: caller.tenant, user: caller.user, db };
    const text = await answerOnce(db, request, input.body, async () =>
      shape(endpoint, await handler({ ...input, context })),
    );
    return { text, caller };
  });
  // The work is committed: an answer is due even when this small note about the session fails.
  if (caller.isUseUnrecorded) await recordUse(connection, caller.user.sessionId).catch(() => {});
  return text;
}

/** No transaction of its own: signing in has to keep what it recorded although it answers an error. */
async function answerPublic({ endpoint, handler }: Route, services: Services, request: FastifyRequest) {
  const tenant = await findTenant(services.connection, tenantOf(request.raw));
  const input = readInput(endpoint, inputOf(request));
  const context = {
    ...factsOf(request),
    ...services,
    tenant,
    credentials: credentialsOf(request.headers.authorization),
  };
  return shape(endpoint, await handler({ ...input, context }));
}

function inputOf(request: FastifyRequest) {
  return { params: request.params as Record<string, string>, query: request.query, body: request.body };
}

function factsOf(request: FastifyRequest) {
  return {
    language: languageOf(request.headers.lang ?? request.headers["accept-language"]),
    timezone: timezoneOf(request.headers.timezone),
    requestId: request.id,
    address: request.ip,
  };
}

/** Parsing drops every key that the contract does not declare, so nothing leaves by accident. */
function shape(endpoint: Route["endpoint"], value: unknown): string {
  const declared = endpoint.answer.parse(value);
  return declared === null ? "" : JSON.stringify(declared);
}
