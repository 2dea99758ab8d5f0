import { createServer } from "node:net";
import { CliError } from "./cli-error.mjs";

/**
 * Makes sure that a port can be listened on.
 * @param {string} name the environment variable that chooses the port
 * @param {number} port
 * @param {{ setting: string, host: string }} [at] where it is listened on, and the environment variable that says so
 * @throws {CliError} when it is taken or not allowed, or the machine has no such address
 */
export async function checkPort(name, port, at) {
  // Also when another program has it on one address alone: half of those who come to `localhost` would find that one.
  const refusal = (await refusalOf(port)) ?? (at && (await refusalOf(port, at.host)));
  if (!refusal) return;
  if (at && ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT", "EINVAL"].includes(refusal))
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
 * @param {number} port @param {string} [host]
 * @returns {Promise<string | undefined>} why it cannot be listened on
 */
function refusalOf(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}
