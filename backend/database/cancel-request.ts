import { once } from "node:events";
import { connect } from "node:net";
import type { ClientBase } from "pg";

/** Code of a cancel request (PostgreSQL's protocol, "CancelRequest"). */
const cancelCode = 80_877_102;
const timeout = 2_000;

/** Properties of a `pg` client that its types omit. */
interface Internals {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
}

/**
 * Asks to cancel the running statement of a connection. Poolers forward the request, whereas the process id that they
 * report belongs to no process of the database, or to another one.
 */
export async function sendCancelRequest(client: ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Internals;
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(timeout, () => socket.destroy());
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, cancelCode, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4);
  socket.end(request).resume();
  await once(socket, "close");
}
