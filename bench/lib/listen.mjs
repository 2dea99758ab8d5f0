import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Starts a server on a free port of this machine.
 * @param {import("node:http").RequestListener} [listener]
 */
export async function listen(listener) {
  const server = createServer(listener).listen(0);
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    server,
    origin: `http://localhost:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
