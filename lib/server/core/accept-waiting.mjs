// JavaScript, because scripts/lib/web-server.mjs runs without a build.

/** Milliseconds after which connections may arrive faster than they can be accepted. */
const longest = 5_000;
/** Milliseconds of an iteration of the event loop in which hardly another connection or request arrives. */
const quickIteration = 0.2;
/** Milliseconds in which the limit doubles: a busy process has no quick iterations. */
const doublingTime = 500;

/**
 * Waits for a moment at which a server can be closed without cutting off clients: the system resets connections that wait
 * to be accepted, of which Node accepts one in each iteration of the event loop. Close it right after this resolves.
 * @param {import("node:net").Server} server
 * @returns {Promise<void>}
 */
export function acceptWaiting(server) {
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
