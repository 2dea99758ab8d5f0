import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifySchema,
  LogController,
} from "fastify";
import { metrics, readWith } from "@/lib/server/telemetry/metrics";
import { takesBody } from "../lib/contract/endpoint";
import { respondsWithFile } from "../lib/contract/file";
import { closeWhenAccepted } from "../lib/server/core/close-listener.mjs";
import packageJson from "../package.json";
import { allChecks, allRoutes } from "./all-routes";
import { RequestError } from "./core/errors";
import { stripTenant } from "./core/tenant-prefix";
import { sql } from "./database/sql";
import type { Connection } from "./database/transaction";
import type { Route } from "./endpoint/route";
import { makeFileStore } from "./files/make-file-store";
import { OfficeConverter } from "./files/office-converter";
import type { FileStore } from "./files/store";
import { Thumbnails } from "./files/thumbnails";
import type { VideoPosters } from "./files/video-posters";
import type { Services } from "./http/enter";
import { handleClientError, handleErrors, sendError, standardHeaders } from "./http/failures";
import { acceptForms, readForm } from "./http/form-body";
import { trustProxySecret } from "./http/forwarded";
import { requireFraming } from "./http/framing";
import { measureRequests } from "./http/metrics";
import { describeRoutes, schemaOf } from "./http/openapi";
import { requireOperator } from "./http/operators";
import { stampResponses } from "./http/permission-stamp";
import { answer, answerWithFile, callerOf, requireAccess } from "./http/pipeline";
import { answerUpload } from "./http/uploads";
import { DatabaseTurns } from "./identity/database-turns";
import { PermissionCache } from "./identity/permission-cache";
import { ConnectionIds } from "./live/connection-ids";
import { Hub } from "./live/hub";
import { hubAddress, serveHub, UpgradableMessage } from "./live/routes";
import type { Mailer } from "./mail/mail";
import { makeMailer } from "./mail/mailer";
import { AccessTokens } from "./oidc/tokens";
import { FairLimiter } from "./queues/fair-limiter";
import type { Asker } from "./queues/fair-queue";
import { serveOperators } from "./system/operator-routes";
import { SystemChecks } from "./system/run-checks";

export interface AppOptions extends Pick<Services, "config" | "connection"> {
  logger?: FastifyBaseLogger;
  /** These two default to the settings. */
  mailer?: Mailer;
  files?: FileStore;
  thumbnails?: Thumbnails;
  /** Without it videos have no pictures. */
  posters?: VideoPosters;
  /** Defaults to the routes of every area. */
  routes?: readonly Route[];
  /** Aborted when the process is about to stop: it still serves, but is not ready and keeps no connection open. */
  stopping?: AbortSignal;
}

const mebibyte = 1024 * 1024;
/**
 * Limit of request line and headers: 500 ids in a query, as the contract allows, and the rest. The web process has the
 * same limit.
 */
const maxHeadBytes = 48 * 1024;

/** Milliseconds that an idle connection is kept open: longer than load balancers do. */
const idleTimeout = 75_000;

/** Builds the API, ready to listen or inject; does not close the connection passed to it. */
export async function buildApp({
  config,
  connection,
  logger,
  mailer = makeMailer(config),
  files = makeFileStore(config),
  thumbnails = new Thumbnails(),
  posters,
  routes = allRoutes,
  stopping,
}: AppOptions): Promise<FastifyInstance> {
  const tokens = config.oidc && new AccessTokens(config.oidc, logger);
  const remembered = new PermissionCache();
  const converter = config.officeConverterUrl ? new OfficeConverter(config.officeConverterUrl) : undefined;
  const services: Services = {
    ...{ config, connection, mailer, tokens, remembered },
    ...{ files, thumbnails, posters, converter },
    systemChecks: new SystemChecks(allChecks, { config, connection, mailer, files }),
    turns: new DatabaseTurns(connection, config.databasePoolSize),
  };
  let isClosing = false;
  const fileSlots = slotsForFiles(config.databasePoolSize);
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: mebibyte,
    http: { maxHeaderSize: maxHeadBytes, IncomingMessage: UpgradableMessage },
    // Handlers report names that are too long. Some clients end each path with a slash.
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    // Sent with each response, so that the web process closes idle connections earlier.
    keepAliveTimeout: idleTimeout,
    trustProxy: config.trustProxy,
    // Requests that arrive while stopping are still answered, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"]),
    rewriteUrl: (request) =>
      hubAddress(config.multiTenancy ? stripTenant(request) : (request.url ?? "/"), request),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: handleClientError,
  });
  // The pipeline validates input and shapes responses; the schemas of routes only serve the OpenAPI document.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  requireFraming(app);
  trustProxySecret(app, config.proxySecret);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(standardHeaders(request));
  });
  // With the response, so that a request received before the stop does not leave its connection open either.
  app.addHook("onSend", async ({ raw }, reply) => {
    // Node would cut off a sender that is still sending.
    if (stopping?.aborted && raw.complete) reply.header("connection", "close");
  });
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  const closeListener = closeWhenAccepted(app.server);
  app.addHook("onClose", async () => thumbnails.close());
  stampResponses(app);
  acceptJson(app);
  await acceptForms(app);
  handleErrors(app);
  const guard = requireOperator(config.metricsToken);
  measureRequests(app, guard);
  serveOperators(app, guard, services.systemChecks);
  reportHealth(app, connection, () => isClosing || stopping?.aborted === true);
  await describeRoutes(app, guard, packageJson.version, config.multiTenancy);
  const { turns } = services;
  const identify = (request: FastifyRequest, asker?: Asker) => callerOf(services, request, asker);
  const hub = new Hub({ connection, turns, identify, logger: app.log });
  readWith(metrics.liveConnections, () => hub.size);
  readWith(metrics.queue, () => turns.waiting, "database");
  readWith(metrics.queue, () => fileSlots.waiting, "files");
  const ids = new ConnectionIds(connection, config.proxySecret);
  await serveHub(app, hub, { ids, acceptsTokens: tokens !== undefined });
  for (const route of routes) serveRoute(app, route, services, fileSlots);
  // The last of these hooks: Fastify, which closes the server again, waits for its connections to end.
  app.addHook("preClose", closeListener);
  return app;
}

/** Each file may hold a connection until it is received; work queued here may queue again behind it. */
function slotsForFiles(databasePoolSize: number): FairLimiter {
  const atOnce = Math.max(1, Math.floor(databasePoolSize / 3));
  return new FairLimiter({
    atOnce,
    each: Math.max(1, atOnce - 1),
    timeout: 4_000,
    waiting: { all: 1_000, each: 50 },
  });
}

/** @param fileSlots for responses that hold a connection until they are received */
function serveRoute(app: FastifyInstance, route: Route, services: Services, fileSlots: FairLimiter): void {
  const { method, path } = route.endpoint;
  app.route({
    method,
    url: path,
    // HEAD would run the GET handler and discard the response, files with all their bytes.
    exposeHeadRoute: !route.endpoint.writes && !respondsWithFile(route.endpoint),
    schema: schemaOf(route.endpoint),
    config: { takesBody: takesBody(route.endpoint) },
    handler: async (request, reply) => {
      const { upload, embeddable, navigable } = route.endpoint;
      const isForm = request.isMultipart();
      if (isForm && !upload?.isStreamed) {
        // It is held in memory: callers without permission are refused first.
        if (upload) await requireAccess(route, services, request);
        request.body = await readForm(request, route.endpoint);
      }
      if (respondsWithFile(route.endpoint)) {
        // Stored files are sent without a transaction.
        const slots = embeddable || navigable ? undefined : fileSlots;
        await answerWithFile(route, { ...services, slots }, request, reply);
        return reply;
      }
      const text =
        isForm && upload?.isStreamed
          ? await answerUpload(route, services, request)
          : await answer(route, services, request);
      if (text === "") return reply.code(204).send();
      return reply.type("application/json; charset=utf-8").send(text);
    },
  });
}

/** Accepts only JSON bodies; an empty one counts as none, with any type, unlike a JSON null. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null, undefined);
    else if (text === "null") done(new RequestError("badRequest", { status: 400 }));
    else parse(request, text as string, done);
  });
}

const hidden = { schema: { hide: true } as FastifySchema };

/**
 * `/health`: the process runs. `/ready`: it can serve, because the database responds and the process is not stopping.
 */
function reportHealth(app: FastifyInstance, connection: Connection, isStopping: () => boolean): void {
  app.get("/health", hidden, async () => ({ status: "ok" }));
  app.get("/ready", hidden, async () => {
    if (isStopping()) throw new RequestError("stopping", { status: 503, headers: { "retry-after": "5" } });
    await connection.transaction("hub_auth", (db) => db.execute(sql`select 1`), { readOnly: true });
    return { status: "ready" };
  });
}

/** The caller's own id if it is harmless, so that a request can be traced through all processes. */
function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
