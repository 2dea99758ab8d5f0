/** Codes of `listen` for an unknown host name, or an address of another machine. */
export const noHostHere = ["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL", "ENOTFOUND", "EAI_AGAIN"];

/**
 * Ends the process with a line that names the setting, if an error of `listen` is due to one.
 * @param {NodeJS.ErrnoException} error
 * @param {{ port: number, host?: string }} settings
 * @throws {Error} any other error
 */
export function stopOnListenError(error, { port, host }) {
  const { code = "" } = error;
  const isNoHost = noHostHere.includes(code);
  const isNoPort = ["EADDRINUSE", "EACCES"].includes(code);
  if (!isNoHost && !isNoPort) throw error;
  const reason = isNoHost ? `HOST ${host} is no address of this machine` : `PORT ${port} cannot be used`;
  // Not by the console, which the web process turns into JSON lines of its log.
  process.stderr.write(`${reason} (${code}). Correct or unset this environment variable.\n`);
  process.exit(1);
}
