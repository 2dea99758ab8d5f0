// JavaScript, because scripts/lib/web-server.mjs runs without a build.

/** Milliseconds after a close in which the head of a request in transit may still arrive. */
const lateHeadTime = 500;
/** Milliseconds after which connections may arrive faster than they can be accepted. */
const longest = 5_000;
/** Milliseconds of an iteration of the event loop in which hardly another connection or request arrives. */
const quickIteration = 0.2;
/** Milliseconds in which the limit doubles: a busy process has no quick iterations. */
const doublingTime = 500;

/**
 * Follows the connections of a server, so that it can be closed without cutting off clients.
 * @param {import("node:http").Server} server
 * @returns {() => Promise<void>} resolves at a moment for `server.close()`, right after it. Ends connections without any
 *   request some time later: clients open some in advance, and Node does not count them as idle
 */
export function followConnections(server) {
  const unused = /** @type {Set<import("node:net").Socket>} */ (new Set());
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => unused.delete(socket));
  return async () => {
    await acceptWaiting(server);
    const destroyUnused = () => {
      for (const socket of unused) socket.destroy();
    };
    // Not before the last connection was accepted; by setImmediate, since a busy process may not have read requests yet.
    setTimeout(() => setImmediate(destroyUnused), lateHeadTime).unref();
  };
}

/**
 * Waits for a moment in which no connection waits to be accepted: the system would reset those, and Node accepts one in
 * each iteration of the event loop.
 * @param {import("node:net").Server} server
 * @returns {Promise<void>}
 */
function acceptWaiting(server) {
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
