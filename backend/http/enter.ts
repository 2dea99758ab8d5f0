// See docs/decisions/0105.

import type { FastifyRequest } from "fastify";
import { isAllowedWhileViewing, isRead } from "../../lib/contract/endpoint";
import { knownTimeZone } from "../../lib/preferences/time-zone";
import { requireConfirmation } from "../access/confirmation";
import { offeredIn } from "../access/offered";
import { deviceOf } from "../core/device";
import { forbidden } from "../core/errors";
import { languageOf } from "../core/language";
import { secondStepOf } from "../core/second-step";
import { tenantOf } from "../core/tenant-prefix";
import type { Proof } from "../credentials/credentials";
import type { Database } from "../database/transaction";
import { readInput } from "../endpoint/input";
import { requirePermission } from "../endpoint/permission";
import type { Route, SharedServices } from "../endpoint/route";
import { applyGroups, GroupsChanged, withoutGroups } from "../identity/apply-groups";
import { link } from "../identity/authenticate";
import { askerOf, type DatabaseTurns, departureOf } from "../identity/database-turns";
import { assume, type Caller, confirm, identify } from "../identity/identify";
import type { PermissionCache } from "../identity/permission-cache";
import { NotLinked } from "../identity/signed-out";
import { endViewing, viewedBy } from "../identity/viewing";
import type { AccessTokens } from "../oidc/tokens";
import type { Asker } from "../queues/fair-queue";
import { setPermissionStamp } from "./permission-stamp";
import type { HandlerInput } from "./slow-steps";
import type { TransactionHooks } from "./transaction-hooks";

export interface Services extends SharedServices {
  remembered: PermissionCache;
  /** Identity provider tokens, in the sign-in mode `oidc`. */
  tokens?: AccessTokens;
  turns: DatabaseTurns;
}

interface Entering {
  route: Route;
  services: Services;
  request: FastifyRequest;
  hooks: TransactionHooks;
  isRepeatable?: boolean;
  /** Person to take the turn; the caller by default. */
  asker?: Asker;
}

/** The caller's identity or permissions have changed since their last request. */
class CallerChanged extends Error {}

/**
 * Runs `work` in a transaction of the request's sender if they may make the call.
 * @throws {RequestError} 401, 403 and 404 when they may not, 400 for invalid input
 */
export async function enterAs<T>(
  proof: Proof | undefined,
  entering: Entering,
  work: (call: HandlerInput) => Promise<T>,
): Promise<{ result: T; caller: Caller }> {
  const { services, request, hooks } = entering;
  const { endpoint } = entering.route;
  const { connection, config } = services;
  const identifier = tenantOf(request.raw);
  const question = {
    tenantIdentifier: identifier,
    proof,
    idleSeconds: config.secretIdleSeconds,
    offered: offeredIn(identifier, config.multiTenancy),
    remembered: services.remembered,
    language: languageOfRequest(request),
  };
  const { asker = askerOf(request, proof, services.remembered) } = entering;
  const readOnly = isRead(endpoint);
  const inTurn = services.turns.of(request, asker, readOnly);
  const serve = async (db: Database, { tenant, user }: Caller) => {
    if (user.viewedBy && !isAllowedWhileViewing(endpoint))
      throw forbidden("viewing", { name: user.displayName });
    if (endpoint.apiKey === false && user.means === "apiKey") throw forbidden("notByApiKey");
    requirePermission(endpoint.access, user.permissions);
    const requireConfirmed = () => requireConfirmation({ db, tenant, user, config }, proof);
    if (endpoint.confirm === true) await requireConfirmed();
    const input = readInput(endpoint, inputOf(request));
    const { afterCommit, afterRollback } = hooks;
    const facts = { ...requestFacts(request), ...services, tenant, user, inTurn };
    return work({ ...input, context: { ...facts, db, afterCommit, afterRollback, requireConfirmed } });
  };
  const departure = readOnly ? departureOf(request) : undefined;
  const transaction = <R>(run: (db: Database) => Promise<R>) =>
    inTurn(() => connection.transaction("hub_auth", run, { readOnly, departure }));
  const run = (asked = question) =>
    transaction(async (db) => {
      const caller = await effectiveCaller(await identify(db, asked), entering, db);
      setPermissionStamp(request, caller.user);
      return { result: await serve(db, caller), caller };
    });
  // Nothing has been done before these errors, so the transaction is repeated.
  const linked = () =>
    run().catch(async (error: unknown) => {
      if (!(error instanceof NotLinked)) throw error;
      // A user's first request.
      await link(services, request, proof, error);
      return run();
    });
  const withRoles = () =>
    linked().catch(async (error: unknown) => {
      if (!(error instanceof GroupsChanged) || proof?.means !== "token") throw error;
      await applyGroups(connection, error, proof.person);
      return run({ ...question, proof: withoutGroups(proof) });
    });
  const assumed = entering.isRepeatable && assume(question);
  if (!assumed) return withRoles();
  // Reads are sent together with the check of the caller, and answered only if the check confirms them.
  return transaction(async (db) => {
    const [asked, served] = await Promise.allSettled([
      confirm(db, question, assumed),
      serve(db, assumed.caller),
    ]);
    if (asked.status === "rejected") throw asked.reason;
    const caller = asked.value;
    if (!caller) throw new CallerChanged();
    setPermissionStamp(request, caller.user);
    if (served.status === "rejected") throw served.reason;
    return { result: served.value, caller };
  }).catch(async (error: unknown) => {
    if (!(error instanceof CallerChanged)) throw error;
    await hooks.startOver();
    return withRoles();
  });
}

/**
 * The effective caller of a request: another user while the session is viewing as them.
 * @throws {RequestError} 403 for the first change after viewing has ended, since the sender still expects to act as the
 * other user
 */
async function effectiveCaller(
  own: Caller,
  { route, services, hooks }: Entering,
  db: Database,
): Promise<Caller> {
  const { viewing, user } = own;
  if (!viewing || route.endpoint.whileViewing === "asOneself") return own;
  const viewed = await viewedBy(db, own, viewing);
  if (viewed) return viewed;
  const end = () => endViewing(services.connection, user.sessionKey).catch(() => undefined);
  hooks.afterCommit(end);
  hooks.afterRollback(end);
  if (!isRead(route.endpoint)) throw forbidden("viewingOver");
  return own;
}

export function inputOf(request: FastifyRequest) {
  return { params: request.params as Record<string, string>, query: request.query, body: request.body };
}

const languageOfRequest = ({ headers }: FastifyRequest) =>
  languageOf(headers.lang ?? headers["accept-language"]);

export function requestFacts(request: FastifyRequest) {
  return {
    language: languageOfRequest(request),
    timeZone: knownTimeZone(request.headers.timezone),
    requestId: request.id,
    address: request.ip,
    departure: departureOf(request),
    device: deviceOf(request.headers),
    secondStep: secondStepOf(request.headers),
  };
}
