import { createServer } from "node:net";
import { Stop } from "./stop.mjs";

/**
 * Makes sure that a port can be listened on.
 * @param {string} setting the environment variable that chooses the port
 * @param {number} port
 * @throws {Stop} when it is taken or not allowed
 */
export async function checkPort(setting, port) {
  /** @type {string | undefined} */
  const refusal = await new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
  if (!refusal) return;
  const reason =
    refusal === "EADDRINUSE"
      ? "is in use"
      : refusal === "EACCES"
        ? "needs more rights than this user has"
        : refusal;
  throw new Stop(`Port ${port} ${reason}. Set ${setting} to another port.`);
}
