import type { FastifyReply, FastifyRequest } from "fastify";
import { contract } from "../../lib/contract";
import { isRead, mayBeViewed } from "../../lib/contract/endpoint";
import type { FileResponse } from "../../lib/contract/file";
import { isTimeZone } from "../../lib/preferences/time-zone";
import { offeredIn } from "../access/offered";
import type { PermissionCache } from "../access/permission-cache";
import { endViewing, viewedBy } from "../access/viewing";
import type { Database } from "../database/transaction";
import type { Tokens } from "../oidc/tokens";
import { authenticate, link, recordUse } from "./authenticate";
import { credentialsOf, type Proof } from "./credentials";
import { askerOf, type DatabaseTurns, departureOf } from "./database-turns";
import { deviceOf } from "./device";
import { forbidden } from "./errors";
import type { FairLimiter } from "./fair-limiter";
import { sendFile } from "./file-response";
import { findTenant } from "./find-tenant";
import { answerOnce, earlierResponse, forgetResponse } from "./idempotency";
import { type Caller, identify, NotLinked } from "./identify";
import { readInput } from "./input";
import { languageOf } from "./language";
import { requirePermission } from "./permission";
import { noteStamp } from "./permission-stamp";
import type { Route, SharedServices, Tenant } from "./route";
import { type Answering, type Enter, type HandlerInput, inTwo } from "./slow-steps";
import { tenantOf } from "./tenant-prefix";
import { TransactionHooks } from "./transaction-hooks";

export interface Services extends SharedServices {
  remembered: PermissionCache;
  /** The tokens of identity providers, in the sign-in mode `oidc`. */
  tokens?: Tokens;
  turns: DatabaseTurns;
}

/** Runs a request through its route; resolves with the JSON text of the answer, empty for an answer that carries nothing. */
export function answer(route: Route, services: Services, request: FastifyRequest): Promise<string> {
  return route.endpoint.access === "public"
    ? answerPublic(route, services, request)
    : answerSignedIn(route, services, request);
}

/**
 * Refuses whoever may not make a call, before any of its body is read.
 * @returns in which tenant it is made
 * @throws {RequestError} as the call itself would
 */
export async function admit(route: Route, services: Services, request: FastifyRequest): Promise<Tenant> {
  const proof = await authenticate(services, request);
  const withoutBody = { ...route, endpoint: { ...route.endpoint, body: undefined } };
  const entering = { route: withoutBody, services, request, hooks: new TransactionHooks() };
  const { result } = await enterAs(proof, entering, async ({ context }) => context.tenant);
  return result;
}

// What is told of by the hub is told to whoever looks as themselves.
const signedIn = {
  endpoint: { ...contract.user.current, query: undefined, whileViewing: undefined },
  handler: async () => null,
};

/**
 * Who a request comes from, as for any call of theirs; that they came is not noted down.
 * @throws {RequestError} 401, 403 and 404 as any call does
 */
export async function callerOf(services: Services, request: FastifyRequest): Promise<Caller> {
  const proof = await authenticate(services, request);
  const entering = { route: signedIn, services, request, hooks: new TransactionHooks() };
  return (await enterAs(proof, entering, async () => undefined)).caller;
}

async function answerSignedIn(route: Route, services: Services, request: FastifyRequest) {
  return inTransaction(route, services, request, {
    work: (call, handle) =>
      answerOnce(call.context.db, request, call.body, async () => shape(route.endpoint, await handle())),
    before: (call) => earlierResponse(call.context.db, request, call.body),
  });
}

/**
 * Runs a request whose answer is a file and sends it. The transaction stays open while the file is made, unless the
 * file can do without. Of too many at once the later wait for their turn.
 * @throws what is answered as an error; once the file has begun nothing more is thrown
 */
export async function answerWithFile(
  route: Route,
  services: Services & { slots?: FairLimiter },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  let release: (() => void) | undefined;
  try {
    if (route.endpoint.access === "public")
      return await sendFile(request, reply, (await runPublic(route, services, request)) as FileResponse);
    if (services.slots) {
      const asker = askerOf(request, await authenticate(services, request), services.remembered);
      release = await services.slots.take(asker, { departure: departureOf(request) });
    }
    const detached = await inTransaction(route, services, request, {
      work: async (_, handle) => {
        const file = (await handle()) as FileResponse;
        if (file.isDetached) return file;
        await sendFile(request, reply, file);
      },
    });
    if (!detached?.isHeld) release?.();
    if (detached) await sendFile(request, reply, detached);
  } catch (error) {
    if (!reply.sent) throw error;
    request.log.warn({ err: error }, "file broken off");
  } finally {
    release?.();
  }
}

/**
 * One transaction from who is asking to what is answered: an error in any step rolls all of it back. Of a route with slow
 * work there are two, each of which asks that anew.
 */
async function inTransaction<T>(
  route: Route,
  services: Services,
  request: FastifyRequest,
  answering: Answering<T>,
): Promise<T> {
  const hooks = new TransactionHooks();
  const proof = await authenticate(services, request);
  const enter: Enter = (work) => enterAs(proof, { route, services, request, hooks }, work);
  const { result, caller } = await hooks.around(
    route.slow
      ? inTwo(route.handler, route.slow, enter, answering, hooks)
      : enter((call) => answering.work(call, () => route.handler(call))),
  );
  await hooks.runCommitHooks(() => forgetResponse(services.connection, request, caller));
  // The work is committed: an answer is due even when this small note about the session fails.
  if (caller.isUseUnrecorded) await recordUse(services.connection, proof, caller, request.ip).catch(() => {});
  return result;
}

interface Entering {
  route: Route;
  services: Services;
  request: FastifyRequest;
  hooks: TransactionHooks;
}

async function enterAs<T>(
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
  };
  const asker = askerOf(request, proof, services.remembered);
  const inTurn = services.turns.of(request, asker, isRead(endpoint));
  const serve = async (db: Database) => {
    const caller = await answeredAs(await identify(db, question), entering, db);
    noteStamp(request, caller.user);
    if (caller.user.viewedBy && !mayBeViewed(endpoint))
      throw forbidden("viewing", { name: caller.user.displayName });
    if (endpoint.apiKey === false && caller.user.means === "apiKey") throw forbidden("notByApiKey");
    requirePermission(endpoint.access, caller.user.permissions);
    const input = readInput(endpoint, inputOf(request));
    const { tenant, user } = caller;
    const { afterCommit, afterRollback } = hooks;
    const facts = { ...factsOf(request), ...services, tenant, user, inTurn };
    const context = { ...facts, db, afterCommit, afterRollback };
    return { result: await work({ ...input, context }), caller };
  };
  const readOnly = isRead(endpoint);
  const run = () => inTurn(() => connection.transaction("hub_auth", serve, { readOnly }));
  return run().catch(async (error: unknown) => {
    if (!(error instanceof NotLinked)) throw error;
    // Somebody's first request: nothing was done in that transaction yet.
    await link(services, request, proof, error);
    return run();
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

async function answerPublic(route: Route, services: Services, request: FastifyRequest) {
  return shape(route.endpoint, await runPublic(route, services, request));
}

/** No transaction of its own: signing in has to keep what it recorded although it answers an error. */
async function runPublic({ endpoint, handler }: Route, services: Services, request: FastifyRequest) {
  const connection = services.turns.publicConnection(request);
  const tenant = await findTenant(connection, tenantOf(request.raw));
  const input = readInput(endpoint, inputOf(request));
  const context = {
    ...factsOf(request),
    ...services,
    connection,
    tenant,
    credentials: credentialsOf(request.headers.authorization),
  };
  return handler({ ...input, context });
}

function inputOf(request: FastifyRequest) {
  return { params: request.params as Record<string, string>, query: request.query, body: request.body };
}

function factsOf(request: FastifyRequest) {
  return {
    language: languageOf(request.headers.lang ?? request.headers["accept-language"]),
    timeZone: timeZoneOf(request.headers.timezone),
    requestId: request.id,
    address: request.ip,
    departure: departureOf(request),
    device: deviceOf(request.headers),
  };
}

/** Parsing drops every key that the contract does not declare, so nothing leaves by accident. */
function shape(endpoint: Route["endpoint"], value: unknown): string {
  const declared = endpoint.response.parse(value);
  return declared === null ? "" : JSON.stringify(declared);
}

/** The IANA name in a Timezone header; undefined when there is no such zone. */
function timeZoneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && isTimeZone(header) ? header : undefined;
}
