import { BlockList, isIP } from "node:net";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { isOperatorToken } from "../../lib/server/config/operator-token";
import { RequestError } from "../core/errors";
import { bearerOf } from "../credentials/credentials";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Headers that proxies add: behind one on this machine every request comes from loopback. */
const forwarding = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/**
 * Guards endpoints about the installation rather than a tenant, metrics and API description: for programs on this
 * machine, and for callers with METRICS_TOKEN as bearer (docs/decisions/0043).
 * @returns a hook that throws 401 when the token is missing or wrong, 403 when none is configured
 */
export function requireOperator(token: string | undefined): onRequestAsyncHookHandler {
  return async (request) => {
    if (isOfThisMachine(request) || isOperatorToken(bearerOf(request.headers.authorization), token)) return;
    throw token === undefined
      ? new RequestError("notFromHere", { status: 403 })
      : new RequestError("notFromHere", { status: 401, headers: { "www-authenticate": "Bearer" } });
  };
}

/**
 * Against DNS rebinding: a page may lead this machine's browser here under its own host name; local programs use the
 * machine's.
 */
const ownHost = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

function isOfThisMachine({ socket, raw }: FastifyRequest): boolean {
  if (!ownHost.test(raw.headers.host ?? "")) return false;
  // Raw, because untrusted ones were removed from `headers` (forwarded.ts).
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.some((name) => forwarding.includes(name.toLowerCase()))) return false;
  // A dual-stack socket reports IPv4 addresses as `::ffff:127.0.0.1`.
  const address = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
