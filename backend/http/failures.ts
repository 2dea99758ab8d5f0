import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { allEndpoints } from "../../lib/contract";
import { fallbackLanguage } from "../../lib/preferences/preferences";
import { isAborted } from "../../lib/server/http/framing";
import { RequestError } from "../core/errors";
import { languageOf } from "../core/language";
import { errorBodyOf, requestErrorOf } from "../endpoint/error-response";

/** Answers every refused or failed request in the contract's one error format. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request) => {
    throw unknownAddress(request);
  });
}

/** Headers of every response: no caching in between, and no guessing of content types. */
export const standardHeaders = (request: FastifyRequest) => ({
  "x-request-id": request.id,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = requestErrorOf(thrown);
  // Work aborted because its client has left is no failure.
  if (hasLeft(request)) request.log.info({ err: thrown }, "client closed the request");
  else if (error.status >= 500) request.log.error({ err: thrown }, "request failed");
  const language = languageOf(request.headers.lang ?? request.headers["accept-language"]);
  drainBody(request, reply);
  return reply
    .code(error.status)
    .headers({ ...standardHeaders(request), ...error.headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBodyOf(error, language, request.id)));
}

const hasLeft = ({ raw }: FastifyRequest) => raw.socket.destroyed;

/**
 * On a body that is too large, Fastify would close the connection, and so would Node after `Connection: close`, while
 * the sender is still sending and may never read the response. The rest of the body is drained first.
 */
function drainBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || isAborted(raw)) return;
  const isLast = !reply.raw.shouldKeepAlive;
  reply.removeHeader("connection");
  reply.raw.shouldKeepAlive = true;
  reply.raw.once("finish", () => {
    const close = () => raw.socket.destroySoon();
    if (isLast && raw.readableEnded) close();
    else if (isLast) raw.resume().once("end", close);
    else raw.resume();
  });
}

const patterns = allEndpoints.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`),
}));

/** A known address without that method is a 405 that lists the allowed methods (RFC 9110, 15.5.6). */
function unknownAddress({ url, method }: FastifyRequest): RequestError {
  const path = url.split("?", 1)[0] ?? "";
  const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map((known) => known.method));
  const allowed = [...methods].join(", ");
  if (!allowed || methods.has(method as never)) return new RequestError("unknownRoute", { status: 404 });
  return new RequestError("methodNotAllowed", {
    status: 405,
    values: { method, allowed },
    headers: { allow: allowed },
  });
}

/** Answers invalid HTTP or an oversized head on the raw connection. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const code = status === 431 ? "tooLarge" : "badRequest";
  const body = JSON.stringify(errorBodyOf(new RequestError(code, { status }), fallbackLanguage, ""));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
