// JavaScript, because scripts/lib/web-server.mjs runs without a build.
import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Milliseconds after which connections may arrive faster than they can be accepted. */
const longest = 5_000;
/** Milliseconds of an iteration of the event loop in which hardly another connection or request arrives. */
const quickIteration = 0.2;
/** Milliseconds in which the limit doubles: a busy process has no quick iterations. */
const doublingTime = 500;
/** Milliseconds after a close in which the head of a request in transit may still arrive. */
const lateHeadTime = 500;

/**
 * Follows the connections of a server, so that it can be closed without cutting off clients.
 * @param {import("node:http").Server} server
 * @returns {() => Promise<void>} closes the listener once no connection waits, and resolves then. Ends connections without
 *   any request some time later: clients open some in advance, and Node does not count them as idle
 */
export function closeWhenAccepted(server) {
  const unused = /** @type {Set<import("node:net").Socket>} */ (new Set());
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  /** @param {unknown} message */
  const noteRequest = (message) => {
    const { request } = /** @type {{ request: import("node:http").IncomingMessage }} */ (message);
    unused.delete(request.socket);
  };
  // Not by the event "request", which the web process answers before its listeners.
  subscribe("http.server.request.start", noteRequest);
  server.once("close", () => unsubscribe("http.server.request.start", noteRequest));
  return async () => {
    await closeListener(server);
    const destroyUnused = () => {
      for (const socket of unused) socket.destroy();
    };
    // Not before the last connection was accepted; by setImmediate, since a busy process may not have read requests yet.
    setTimeout(() => setImmediate(destroyUnused), lateHeadTime).unref();
  };
}

/**
 * Closes a listener in an iteration of the event loop in which no connection waits to be accepted: the system would reset
 * those, and Node accepts one in each iteration.
 * @param {import("node:net").Server} server
 * @returns {Promise<void>}
 */
function closeListener(server) {
  return new Promise((resolve) => {
    const start = performance.now();
    let last = start;
    let hasAccepted = true;
    const note = () => {
      hasAccepted = true;
    };
    server.on("connection", note);
    // Runs after each iteration has read from its sockets.
    const check = () => {
      const now = performance.now();
      const quick = quickIteration * 2 ** ((now - start) / doublingTime);
      if ((!hasAccepted && now - last < quick) || now - start > longest) {
        // At once: another connection may arrive with each microsecond.
        server.close();
        server.off("connection", note);
        resolve();
        return;
      }
      hasAccepted = false;
      last = now;
      setImmediate(check);
    };
    setImmediate(check);
  });
}
