import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import {
  abortConnection,
  discardBody,
  hasBody,
  isAborted,
  isAmbiguous,
  isEmptyJson,
  isFramed,
} from "../../lib/server/http/framing";
import { RequestError } from "../core/errors";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the contract declares a body for the route; absent for unknown routes. */
    takesBody?: boolean;
  }
}

/** Methods for which RFC 9110 sections 9.3.1 to 9.3.8 define no body. */
const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * Enforces the framing that the contract allows, so that a body is never parsed as a request. Refuses undeclared bodies,
 * except empty JSON, and framing that two servers may read differently; closes the connection after any irregularity.
 * Handles one request of a connection at a time: data before the response is more likely an undeclared body.
 */
export function requireFraming(app: FastifyInstance): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  app.addHook("onRequest", async ({ raw, routeOptions: { config } }, reply) => {
    const before = latest.get(raw.socket);
    if (before && !before.writableFinished) abortConnection(raw, before);
    if (isAborted(raw)) return reply.hijack();
    latest.set(raw.socket, reply.raw);
    const hasUndeclared = hasBody(raw) && !config.takesBody;
    const isBodiless = bodiless.has(raw.method ?? "");
    const isRefused = hasUndeclared && (isBodiless || (config.takesBody === false && !isEmptyJson(raw)));
    const isOdd = hasUndeclared || isAmbiguous(raw) || raw.headers.upgrade !== undefined;
    if (isOdd || (config.takesBody && !isFramed(raw))) abortConnection(raw, reply.raw);
    if (!isRefused && !isAmbiguous(raw)) return;
    await discardBody(raw);
    throw new RequestError("badRequest", { status: 400 });
  });
}
