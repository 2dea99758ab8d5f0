import { once } from "node:events";
import { createServer } from "node:net";
import { CliError } from "./cli-error.mjs";
import { noHostHere } from "./listen-error.mjs";

/**
 * Checks that a port is available.
 * @param {string} name the environment variable with the port
 * @param {number} port
 * @param {{ setting: string, host: string }} [at] the address to listen on, and its environment variable
 * @throws {CliError} if it is in use or not allowed, or the machine has no such address
 */
export async function checkPort(name, port, at) {
  // Also if another program uses it on one address only: half of the requests to `localhost` would reach that one.
  const refusal = (await refusalOf(port)) ?? (at && (await refusalOf(port, at.host)));
  if (!refusal) return;
  if (at && noHostHere.includes(refusal))
    throw new CliError(
      `${at.setting} ${at.host} is no address of this machine (${refusal}). Correct or unset it.`,
    );
  const reason =
    refusal === "EADDRINUSE"
      ? "is in use"
      : refusal === "EACCES"
        ? "needs more rights than this user has"
        : refusal;
  throw new CliError(`Port ${port} ${reason}. Set ${name} to another port.`);
}

/**
 * Checks the ports of both processes.
 * @param {import("./settings.mjs").Settings} settings
 * @throws {CliError}
 */
export async function checkPorts({ port, host, apiPort, apiHost }) {
  await checkPort("PORT", port, { setting: "HOST", host });
  await checkPort("API_PORT", apiPort, { setting: "API_HOST", host: apiHost });
}

/** @returns {Promise<number>} a port that was free a moment ago */
export async function freePort() {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await once(server.close(), "close");
  return port;
}

/**
 * @param {number} port @param {string} [host]
 * @returns {Promise<string | undefined>} reason why listening fails
 */
function refusalOf(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}
