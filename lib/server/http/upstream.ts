import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Agent } from "undici";
import { brand } from "../core/branded-error";
import { measureCall } from "../telemetry/calls";

/** The API gave no usable response. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  constructor(
    readonly kind: "unavailable" | "badGateway" | "timeout",
    options?: ErrorOptions,
  ) {
    super(`API: ${kind}`, options);
  }
}
brand(UpstreamError, "UpstreamError");

export interface UpstreamRequest {
  method: string;
  /** Origin and optional path of the API, without a trailing slash. */
  base: string;
  /** Path and query, beginning with `/`; cannot change the origin. */
  path: string;
  /** Excludes framing headers, which follow from `body`. */
  headers: Record<string, string>;
  /** Whether it changes nothing, so that it can be retried. Has no body then. */
  isRead: boolean;
  body?: UpstreamBody;
  signal?: AbortSignal;
}

/** A buffer, or a stream of that length; chunked if the length is unknown. */
export type UpstreamBody = Buffer | { stream: Readable; length?: number };

export interface UpstreamResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
  /** When the request was sent completely, comparable to `performance.now()`. */
  sentAt: number;
}

/** Milliseconds from the end of a request to the response's headers, and between two chunks of either body. */
export const timeout = 24_000;

const options = {
  headersTimeout: timeout,
  bodyTimeout: timeout,
  connect: { timeout: 10_000 },
  maxHeaderSize: 64 * 1024,
};

/**
 * Reads share persistent connections and have no bodies. Every other call has its own connection, which the API cannot have
 * closed while idle, and on which nothing follows. See docs/decisions/0042.
 */
const agents = {
  shared: new Agent({ ...options, pipelining: 1 }),
  single: new Agent({ ...options, pipelining: 0 }),
};

/**
 * Sends a request to the API and resolves with its response once the headers arrive. Does not follow redirects. Retries
 * once what did not reach the API, because no connection could be opened to it, and a read if the API closed its idle
 * connection (RFC 9112 section 9.3.1). Never resends a write.
 * @throws {UpstreamError}
 */
export async function send(request: UpstreamRequest): Promise<UpstreamResponse> {
  const sending: Sending = { isSent: false, isReused: false };
  try {
    return await sendOnce(request, request.isRead ? agents.shared : agents.single, sending);
  } catch (error) {
    const code = codeOf((error as UpstreamError).cause);
    const isStale = request.isRead && sending.isReused && connectionLost.has(code);
    const isUnsent = !sending.isSent && (connectionLost.has(code) || connectionRefused.has(code));
    if (!(isStale || isUnsent) || request.signal?.aborted) throw error;
    if (isUnsent) await pause(retryPause);
    return sendOnce(request, agents.single);
  }
}

const connectionLost = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);
const connectionRefused = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);
/** Milliseconds in which the address of a stopped process may pass to another. */
const retryPause = 100;

function sendOnce(request: UpstreamRequest, agent: Agent, sending?: Sending): Promise<UpstreamResponse> {
  return measureCall({ peer: "api", method: request.method }, (traceHeaders) =>
    sendMeasured({ ...request, headers: { ...request.headers, ...traceHeaders } }, agent, sending),
  );
}

async function sendMeasured(
  request: UpstreamRequest,
  agent: Agent,
  sending?: Sending,
): Promise<UpstreamResponse> {
  const { method, base, path, body, signal } = request;
  const { origin, pathname } = new URL(base);
  const bodyStream = body && !Buffer.isBuffer(body) ? body.stream : undefined;
  // Only a body can stall, and combining two signals costs a small read more than sending it.
  const stalled = bodyStream && new AbortController();
  let isAnswered = false;
  let sentAt = performance.now();
  const callbacks = {
    late: () => isAnswered || stalled?.abort(new UpstreamError("timeout")),
    ended: () => {
      sentAt = performance.now();
    },
  };
  const bytesOrParts = bodyStream ? partsOf(bodyStream, callbacks) : body;
  try {
    const response = trackRequest(sending, () =>
      agent.request({
        origin,
        path: pathname.replace(/\/+$/, "") + path,
        method: method as "GET",
        headers: { ...request.headers, ...lengthOf(body) },
        // Its types omit what its documentation allows: any iterable.
        body: (bytesOrParts ?? null) as Readable | Buffer | null,
        signal: signal && stalled ? AbortSignal.any([signal, stalled.signal]) : (signal ?? stalled?.signal),
      }),
    );
    const { statusCode, headers, body: bytes } = await response;
    isAnswered = true;
    // Readers get the error from reading; a discarded body must not crash.
    bytes.on("error", () => undefined);
    return { status: statusCode, headers, body: bytes, sentAt };
  } catch (error) {
    throw upstreamErrorOf(error);
  }
}

function lengthOf(body: UpstreamBody | undefined): Record<string, string> {
  if (!body || Buffer.isBuffer(body) || body.length === undefined) return {};
  return { "content-length": String(body.length) };
}

/**
 * The chunks of a body. Aborting discards the rest but leaves the source open: its connection may still carry a response and
 * further requests. A source that stalls is aborted.
 */
async function* partsOf(source: Readable, callbacks: { late: () => void; ended: () => void }) {
  const parts = source.iterator({ destroyOnReturn: false });
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      timer = setTimeout(callbacks.late, timeout);
      const { done, value } = await parts.next();
      clearTimeout(timer);
      if (done) break;
      yield value as Buffer;
    }
    callbacks.ended();
  } finally {
    clearTimeout(timer);
    await parts.return?.();
    source.resume();
  }
}

/** @param error of a request, or of reading its response */
export function upstreamErrorOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const code = codeOf(error);
  const kind = timeoutCodes.has(code) ? "timeout" : unavailableCodes.has(code) ? "unavailable" : "badGateway";
  return new UpstreamError(kind, { cause: error });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? "";
}

const timeoutCodes = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const unavailableCodes = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);

/** Properties of a request known while it is sent. */
interface Sending {
  /** It was written to a connection. */
  isSent: boolean;
  /** Its connection was used before. */
  isReused: boolean;
}

// The client reveals the connection used through diagnostics only; it creates the request before `request()` returns.
let current: Sending | undefined;
const pendingRequests = new WeakMap<object, Sending>();
const used = new WeakSet<object>();

function trackRequest<T>(sending: Sending | undefined, send: () => T): T {
  current = sending;
  try {
    return send();
  } finally {
    current = undefined;
  }
}

subscribe("undici:request:create", (message) => {
  if (current) pendingRequests.set((message as { request: object }).request, current);
});
subscribe("undici:client:sendHeaders", (message) => {
  const { request, socket } = message as { request: object; socket: object };
  const sending = pendingRequests.get(request);
  if (sending) Object.assign(sending, { isSent: true, isReused: used.has(socket) });
  used.add(socket);
});
