// Loaded into the product's processes (NODE_OPTIONS=--import): counts socket writes, and profiles on demand, controlled
// over a socket in PROBE_DIR. See ./profile.mjs.
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const directory = process.env.PROBE_DIR;
const databasePort = Number(new URL(process.env.DATABASE_URL || "postgres://localhost").port || 5432);

/** @typedef {{ statements: number, roundTrips: number, toDatabase: number, toCaller: number, toApi: number }} Counts */

/** @returns {Counts} */
const none = () => ({ statements: 0, roundTrips: 0, toDatabase: 0, toCaller: 0, toApi: 0 });

let counts = none();

if (isMainThread && directory) install(directory);

/** @param {string} directory */
function install(directory) {
  const prototype = /** @type {any} */ (Socket.prototype);
  const { _writeGeneric: write, push } = prototype;
  /** Sockets to the database that have received a response since their last write. */
  const answered = new WeakSet();
  /** @type {WeakMap<Socket, "database" | "caller" | "api" | "other">} asking for a port costs a call to the system */
  const kinds = new WeakMap();
  const kindOf = (/** @type {any} */ socket) => {
    const known = kinds.get(socket);
    if (known || socket.connecting) return known;
    const port = socket.remotePort;
    const kind = socket.server ? "caller" : port === databasePort ? "database" : port ? "api" : "other";
    kinds.set(socket, kind);
    return kind;
  };
  prototype._writeGeneric = function (/** @type {unknown[]} */ ...given) {
    const kind = kindOf(this);
    if (kind === "database") {
      counts.toDatabase += 1;
      counts.statements += statementsIn(given[1]);
      if (answered.delete(this)) counts.roundTrips += 1;
    } else if (kind === "caller") counts.toCaller += 1;
    else if (kind === "api") counts.toApi += 1;
    return write.apply(this, given);
  };
  prototype.push = function (/** @type {unknown[]} */ ...given) {
    if (kindOf(this) === "database") answered.add(this);
    return push.apply(this, given);
  };
  const session = new Session();
  session.connect();
  const server = createServer(async ({ url }, response) => {
    if (url === "/reset") counts = none();
    if (url === "/profile") {
      await session.post("Profiler.enable");
      await session.post("Profiler.setSamplingInterval", { interval: 500 });
      await session.post("Profiler.start");
    }
    const told = url === "/profiled" ? (await session.post("Profiler.stop")).profile : counts;
    response.end(JSON.stringify(told));
  });
  server.listen(join(directory, `${process.pid}.sock`)).unref();
}

/**
 * Counts the database messages that execute something: simple queries, and prepared statements.
 * @param {any} data written at once: a buffer, or several
 */
function statementsIn(data) {
  const bytes = Buffer.isBuffer(data)
    ? data
    : Buffer.concat(
        (Array.isArray(data) ? data : []).map(({ chunk, ...whole }) => Buffer.from(chunk ?? whole)),
      );
  let found = 0;
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1))
    if (bytes[at] === 0x51 || bytes[at] === 0x45) found += 1;
  return found;
}
