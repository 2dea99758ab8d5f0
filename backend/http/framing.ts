import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import {
  discardBody,
  giveUpConnection,
  hasBody,
  isAmbiguous,
  isEmptyJson,
  isFramed,
  isGivenUp,
} from "../../lib/server/http/framing";
import { RequestError } from "./errors";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the contract declares a body for the route; left out for routes that it does not know. */
    takesBody?: boolean;
  }
}

/** Methods that RFC 9110 sections 9.3.1 to 9.3.8 give no body any meaning for. */
const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * Holds requests to the framing that the contract allows, so that nothing in a body is ever taken for a request, whoever
 * the client in front is: a body where none is declared, unless it is an empty one of JSON, and what two servers may read differently, is refused, and a
 * connection on which anything was odd is closed. A connection carries one request at a time, because what comes
 * before the answer to another is more likely a body that somebody sent without saying so.
 */
export function requireFraming(app: FastifyInstance): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  app.addHook("onRequest", async ({ raw, routeOptions: { config } }, reply) => {
    const before = latest.get(raw.socket);
    if (before && !before.writableFinished) giveUpConnection(raw, before);
    if (isGivenUp(raw)) return reply.hijack();
    latest.set(raw.socket, reply.raw);
    const hasUndeclared = hasBody(raw) && !config.takesBody;
    const isBodiless = bodiless.has(raw.method ?? "");
    const isRefused = hasUndeclared && (isBodiless || (config.takesBody === false && !isEmptyJson(raw)));
    const isOdd = hasUndeclared || isAmbiguous(raw) || raw.headers.upgrade !== undefined;
    if (isOdd || (config.takesBody && !isFramed(raw))) giveUpConnection(raw, reply.raw);
    if (!isRefused && !isAmbiguous(raw)) return;
    await discardBody(raw);
    throw new RequestError("badRequest", { status: 400 });
  });
}
