import type { FastifyRequest } from "fastify";
import { isRead, mayBeViewed } from "../../lib/contract/endpoint";
import { isTimeZone } from "../../lib/preferences/time-zone";
import { offeredIn } from "../access/offered";
import type { PermissionCache } from "../access/permission-cache";
import { endViewing, viewedBy } from "../access/viewing";
import type { Database } from "../database/transaction";
import type { Tokens } from "../oidc/tokens";
import { link } from "./authenticate";
import type { Proof } from "./credentials";
import { askerOf, type DatabaseTurns, departureOf } from "./database-turns";
import { deviceOf } from "./device";
import { forbidden } from "./errors";
import type { Asker } from "./fair-queue";
import { assume, type Caller, confirm, identify, NotLinked } from "./identify";
import { readInput } from "./input";
import { languageOf } from "./language";
import { requirePermission } from "./permission";
import { noteStamp } from "./permission-stamp";
import type { Route, SharedServices } from "./route";
import type { HandlerInput } from "./slow-steps";
import { tenantOf } from "./tenant-prefix";
import type { TransactionHooks } from "./transaction-hooks";

export interface Services extends SharedServices {
  remembered: PermissionCache;
  /** The tokens of identity providers, in the sign-in mode `oidc`. */
  tokens?: Tokens;
  turns: DatabaseTurns;
}

interface Entering {
  route: Route;
  services: Services;
  request: FastifyRequest;
  hooks: TransactionHooks;
  isRepeatable?: boolean;
  /** Whose turn it is; the caller's unless given. */
  asker?: Asker;
}

/** The caller is not who they were at their last request, or may do something else by now. */
class CallerChanged extends Error {}

/**
 * Runs `work` in a transaction of whoever sends a request, as far as they may make the call.
 * @throws {RequestError} 401, 403 and 404 where they may not, 400 for what they sent
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
    if (user.viewedBy && !mayBeViewed(endpoint)) throw forbidden("viewing", { name: user.displayName });
    if (endpoint.apiKey === false && user.means === "apiKey") throw forbidden("notByApiKey");
    requirePermission(endpoint.access, user.permissions);
    const input = readInput(endpoint, inputOf(request));
    const { afterCommit, afterRollback } = hooks;
    const facts = { ...factsOf(request), ...services, tenant, user, inTurn };
    return work({ ...input, context: { ...facts, db, afterCommit, afterRollback } });
  };
  const departure = readOnly ? departureOf(request) : undefined;
  const transaction = <R>(run: (db: Database) => Promise<R>) =>
    inTurn(() => connection.transaction("hub_auth", run, { readOnly, departure }));
  const run = () =>
    transaction(async (db) => {
      const caller = await answeredAs(await identify(db, question), entering, db);
      noteStamp(request, caller.user);
      return { result: await serve(db, caller), caller };
    });
  const linked = () =>
    run().catch(async (error: unknown) => {
      if (!(error instanceof NotLinked)) throw error;
      // Somebody's first request: nothing was done in that transaction yet.
      await link(services, request, proof, error);
      return run();
    });
  const assumed = entering.isRepeatable && assume(question);
  if (!assumed) return linked();
  // What is read travels with the question who asks for it, and is answered only to whom it was read for.
  return transaction(async (db) => {
    const [asked, served] = await Promise.allSettled([
      confirm(db, question, assumed),
      serve(db, assumed.caller),
    ]);
    if (asked.status === "rejected") throw asked.reason;
    const caller = asked.value;
    if (!caller) throw new CallerChanged();
    noteStamp(request, caller.user);
    if (served.status === "rejected") throw served.reason;
    return { result: served.value, caller };
  }).catch(async (error: unknown) => {
    if (!(error instanceof CallerChanged)) throw error;
    await hooks.startOver();
    return linked();
  });
}

/**
 * Who a request is answered as: another person, where the session looks as them.
 * @throws {RequestError} 403 for the first change after that is over: whoever asks for it believes to be somebody else
 */
async function answeredAs(own: Caller, { route, services, hooks }: Entering, db: Database): Promise<Caller> {
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

export function factsOf(request: FastifyRequest) {
  return {
    language: languageOfRequest(request),
    timeZone: timeZoneOf(request.headers.timezone),
    requestId: request.id,
    address: request.ip,
    departure: departureOf(request),
    device: deviceOf(request.headers),
  };
}

/** The IANA name in a Timezone header; undefined when there is no such zone. */
function timeZoneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && isTimeZone(header) ? header : undefined;
}
