// Preloaded into the web process before Next: makes its server listen on HOST only. Next's own setting, HOSTNAME, also
// affects its rewrites, which fail with 127.0.0.1; so that stays unchanged, and the address is replaced in `listen`.
import { Server } from "node:http";

const { HOST } = process.env;
// Parsed as in Next's server.
const PORT = Number.parseInt(process.env.PORT ?? "", 10) || 3000;
const { listen } = Server.prototype;

Server.prototype.listen = function (/** @type {any[]} */ ...given) {
  if (Number(given[0]) !== PORT) return listen.apply(this, /** @type {any} */ (given));
  this.prependOnceListener("error", (/** @type {NodeJS.ErrnoException} */ { code = "" }) => {
    const reason = reasons[code]?.(HOST);
    if (!reason) return;
    console.error(`${reason} (${code}). Correct or unset this environment variable.`);
    process.exit(1);
  });
  return listen.apply(this, /** @type {any} */ ([given[0], HOST || given[1], ...given.slice(2)]));
};

const noHost = (/** @type {string | undefined} */ host) => `HOST ${host} is no address of this machine`;
const noPort = () => `PORT ${PORT} cannot be used`;

/** @type {Record<string, (host?: string) => string>} */
const reasons = {
  EADDRNOTAVAIL: noHost,
  EAFNOSUPPORT: noHost,
  EINVAL: noHost,
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
  EADDRINUSE: noPort,
  EACCES: noPort,
};
