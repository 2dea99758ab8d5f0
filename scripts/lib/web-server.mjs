import { channel, subscribe } from "node:diagnostics_channel";
import http from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { closeWhenAccepted } from "../../lib/server/core/close-listener.mjs";
import { stopOnListenError } from "./listen-error.mjs";

/** Milliseconds after a stop signal at which pending requests are aborted, and at which the process ends. */
const timeout = 9_000;
const exitTimeout = 9_500;

/** Milliseconds for headers to arrive, in addition to the keep-alive time. */
const headerAllowance = 5_000;

/** Published when a stop begins, and when no more requests are accepted (lib/server/core/stopping.ts). */
const draining = channel("hub.draining");
const closing = channel("hub.closing");

/**
 * A server with our limits that shuts the process down gracefully.
 * @param {number} keepAlive keep-alive time of connections in milliseconds
 * @param {number} [drainTime] milliseconds after a stop signal in which requests are still accepted
 */
export function createWebServer(keepAlive, drainTime = 0) {
  const server = http.createServer({
    // Enough for 500 ids in a query, as the contract allows, 8 kB of cookies and other headers. The API has the same limit.
    maxHeaderSize: 48 * 1024,
    keepAliveTimeout: keepAlive,
    // Large files take long on slow connections: Node.js would abort them after five minutes.
    requestTimeout: 0,
    headersTimeout: keepAlive + headerAllowance,
  });
  shutDownGracefully(server, drainTime);
  return server;
}

/**
 * Serves the build in a directory. Next's own server listens before Next is loaded and before `instrumentation.ts` has run,
 * and responds without the guard until then.
 * @param {string} directory with `.next` and `node_modules` in it
 * @param {{ port: number, host?: string, keepAlive: number, drainTime?: number }} options
 */
export async function serveBuild(directory, { port, host, keepAlive, drainTime }) {
  const server = createWebServer(keepAlive, drainTime);
  const require = createRequire(join(directory, "package.json"));
  const { config } = require(join(directory, ".next", "required-server-files.json"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  // Next sets up its environment.
  require("next");
  // Loads the configuration first, so that Next does not log how long that took.
  await require("next/dist/server/config").default("phase-production-server", directory);
  const { getRequestHandlers } = require("next/dist/server/lib/start-server");
  const {
    ensureInstrumentationRegistered,
  } = require("next/dist/server/lib/router-utils/instrumentation-globals.external");
  // Next's rewrites fail with 127.0.0.1, so `host` is only for listening.
  const hostname = "0.0.0.0";
  const { requestHandler } = await getRequestHandlers({
    dir: directory,
    port,
    hostname,
    isDev: false,
    onDevServerCleanup: undefined,
    server,
  });
  await ensureInstrumentationRegistered(directory, config.distDir);
  server.on("request", (request, response) => {
    requestHandler(request, response).catch((/** @type {unknown} */ error) => {
      console.error("request failed:", error);
      response.statusCode = 500;
      response.end("Internal Server Error");
    });
  });
  server.once("error", (error) => stopOnListenError(error, { port, host }));
  server.listen(port, host || hostname);
}

/**
 * When the process is stopped, drains it: new requests are still served, on connections that are closed afterwards. Then
 * stops accepting requests and lets pending ones finish, within the time limit. A second signal ends the drain.
 * @param {http.Server} server
 * @param {number} drainTime
 */
function shutDownGracefully(server, drainTime) {
  let isDraining = false;
  let isClosing = false;
  const pending = /** @type {Set<http.ServerResponse>} */ (new Set());
  const closeListener = closeWhenAccepted(server);
  /** @param {http.ServerResponse} response */
  const closeAfter = (response) => {
    if (!response.headersSent) response.shouldKeepAlive = false;
    else if (isClosing) response.once("close", () => server.closeIdleConnections());
  };
  subscribe("http.server.request.start", (message) => {
    const { server: its, response } = /** @type {{ server: http.Server, response: http.ServerResponse }} */ (
      message
    );
    if (its !== server) return;
    pending.add(response);
    response.once("close", () => pending.delete(response));
    if (isDraining) closeAfter(response);
  });
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    closing.publish({});
    for (const response of pending) closeAfter(response);
    setTimeout(() => server.closeAllConnections(), timeout).unref();
    setTimeout(() => process.exit(0), exitTimeout).unref();
    server.once("close", () => process.exit(0));
    // Also closes idle connections.
    void closeListener();
  };
  const stop = () => {
    if (isDraining) return close();
    isDraining = true;
    draining.publish({});
    for (const response of pending) closeAfter(response);
    if (drainTime === 0) close();
    else setTimeout(close, drainTime);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
}
