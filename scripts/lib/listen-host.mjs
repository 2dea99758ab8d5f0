// Preloaded into `next dev`: makes its server listen on HOST only. Next's own setting, HOSTNAME, also affects its rewrites,
// which fail with 127.0.0.1; so that stays unchanged, and the address is replaced in `listen`.
import { Server } from "node:http";
import { stopOnListenError } from "./listen-error.mjs";

const { HOST: host } = process.env;
// Parsed as in Next's server.
const port = Number.parseInt(process.env.PORT ?? "", 10) || 3000;
const { listen } = Server.prototype;

Server.prototype.listen = function (/** @type {any[]} */ ...given) {
  if (Number(given[0]) !== port) return listen.apply(this, /** @type {any} */ (given));
  this.prependOnceListener("error", (error) => stopOnListenError(error, { port, host }));
  return listen.apply(this, /** @type {any} */ ([given[0], host || given[1], ...given.slice(2)]));
};
