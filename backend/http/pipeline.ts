import type { FastifyReply, FastifyRequest } from "fastify";
import { contract } from "../../lib/contract";
import { isRead } from "../../lib/contract/endpoint";
import type { FileResponse } from "../../lib/contract/file";
import { tenantOf } from "../core/tenant-prefix";
import { credentialsOf } from "../credentials/credentials";
import { readInput } from "../endpoint/input";
import type { Route, Tenant } from "../endpoint/route";
import { authenticate, recordUse } from "../identity/authenticate";
import { askerOf, departureOf } from "../identity/database-turns";
import { findTenant } from "../identity/find-tenant";
import type { Caller } from "../identity/identify";
import type { FairLimiter } from "../queues/fair-limiter";
import type { Asker } from "../queues/fair-queue";
import { enterAs, inputOf, requestFacts, type Services } from "./enter";
import { sendFile } from "./file-response";
import { answerOnce, earlierResponse, forgetResponse } from "./idempotency";
import { type Answering, type Enter, runSlowSteps } from "./slow-steps";
import { TransactionHooks } from "./transaction-hooks";

/** Runs a request through its route; resolves with the response as JSON text, empty for a response without content. */
export function answer(route: Route, services: Services, request: FastifyRequest): Promise<string> {
  return route.endpoint.access === "public"
    ? answerPublic(route, services, request)
    : answerSignedIn(route, services, request);
}

/**
 * Refuses callers without permission before reading any of the body.
 * @returns the tenant of the call
 * @throws {RequestError} as the call itself would
 */
export async function requireAccess(
  route: Route,
  services: Services,
  request: FastifyRequest,
): Promise<Tenant> {
  const proof = await authenticate(services, request);
  const withoutBody = { ...route, endpoint: { ...route.endpoint, body: undefined } };
  const entering = { route: withoutBody, services, request, hooks: new TransactionHooks() };
  const { result } = await enterAs(proof, entering, async ({ context }) => context.tenant);
  return result;
}

// The hub also notifies sessions that view as another user.
const signedIn = {
  endpoint: { ...contract.user.current, query: undefined, whileViewing: undefined },
  handler: async () => null,
};

/**
 * Identifies the sender like any call of theirs, in the turn of `asker` or their own, without recording the use.
 * @throws {RequestError} 401, 403 and 404 as any call does
 */
export async function callerOf(services: Services, request: FastifyRequest, asker?: Asker): Promise<Caller> {
  const proof = await authenticate(services, request);
  const entering = { route: signedIn, services, request, hooks: new TransactionHooks(), asker };
  return (await enterAs(proof, entering, async () => undefined)).caller;
}

async function answerSignedIn(route: Route, services: Services, request: FastifyRequest) {
  return inTransaction(route, services, request, {
    isRepeatable: isRead(route.endpoint),
    work: (call, handle) =>
      answerOnce(call.context.db, request, call.body, async () => shape(route.endpoint, await handle())),
    before: (call) => earlierResponse(call.context.db, request, call.body),
  });
}

/**
 * Runs a request that returns a file, and sends it. The transaction stays open while the file is made, unless the file
 * is detached. Excess requests wait for their turn.
 * @throws errors that get a response; nothing once the file has begun
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
    const asker = askerOf(request, await authenticate(services, request), services.remembered);
    release = await services.slots?.take(asker, { departure: departureOf(request) });
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
 * Identifies the caller and answers in one transaction: an error in any step rolls all of it back. A route with slow
 * work has two, each of which identifies the caller.
 */
async function inTransaction<T>(
  route: Route,
  services: Services,
  request: FastifyRequest,
  answering: Answering<T>,
): Promise<T> {
  const hooks = new TransactionHooks();
  const proof = await authenticate(services, request);
  const { isRepeatable } = answering;
  const enter: Enter = (work) => enterAs(proof, { route, services, request, hooks, isRepeatable }, work);
  const { result, caller } = await hooks.around(
    route.slow
      ? runSlowSteps(route.handler, route.slow, enter, answering, hooks)
      : enter((call) => answering.work(call, () => route.handler(call))),
  );
  await hooks.runCommitHooks(() => forgetResponse(services.connection, request, caller));
  // The work is committed: the response is due even when recording the use fails.
  if (caller.isUseUnrecorded) await recordUse(services.connection, proof, caller, request).catch(() => {});
  return result;
}

async function answerPublic(route: Route, services: Services, request: FastifyRequest) {
  return shape(route.endpoint, await runPublic(route, services, request));
}

/** Opens no transaction: signing in must keep its records even when it fails. */
async function runPublic({ endpoint, handler }: Route, services: Services, request: FastifyRequest) {
  const connection = services.turns.publicConnection(request);
  const tenant = await findTenant(connection, tenantOf(request.raw));
  const input = readInput(endpoint, inputOf(request));
  const context = {
    ...requestFacts(request),
    ...services,
    connection,
    tenant,
    credentials: credentialsOf(request.headers.authorization),
  };
  return handler({ ...input, context });
}

/** Parsing drops undeclared keys, so that nothing leaks by accident. */
function shape(endpoint: Route["endpoint"], value: unknown): string {
  const declared = endpoint.response.parse(value);
  return declared === null ? "" : JSON.stringify(declared);
}
