import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Agent } from "undici";
import { brand } from "../branded-error";

/** The API gave no usable answer. */
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
  /** Origin and optional path of the API, without a slash at its end. */
  base: string;
  /** Path and query, beginning with `/`; never decides about the origin. */
  path: string;
  /** Without those of framing, which follow from `body`. */
  headers: Record<string, string>;
  /** Whether it changes nothing, so that it may be made twice. It has no body then. */
  isRead: boolean;
  body?: UpstreamBody;
  signal?: AbortSignal;
}

/** Bytes in one piece, or a stream of so many; of a length that nobody knows it goes in chunks. */
export type UpstreamBody = Buffer | { stream: Readable; length?: number };

export interface UpstreamResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
  /** When the request had gone out whole, of `performance.now()`. */
  sentAt: number;
}

/** Milliseconds from the end of a request to the headers of its answer, and between two parts of either body. */
export const timeout = 24_000;

const options = {
  headersTimeout: timeout,
  bodyTimeout: timeout,
  connect: { timeout: 10_000 },
  maxHeaderSize: 64 * 1024,
};

/**
 * Reads share connections that stay open; they have no bodies. Everything else has a connection to itself, which the API
 * cannot have closed while it lay idle, and on which nothing follows. See docs/decisions/0042.
 */
const agents = {
  shared: new Agent({ ...options, pipelining: 1 }),
  single: new Agent({ ...options, pipelining: 0 }),
};

/**
 * Sends a request to the API and resolves with its answer as soon as the headers are there. Redirects are not
 * followed. A read whose connection the API closed while it was idle is made once more (RFC 9112 section 9.3.1); what
 * may change something is never sent twice.
 * @throws {UpstreamError}
 */
export async function send(request: UpstreamRequest): Promise<UpstreamResponse> {
  if (!request.isRead) return sendOnce(request, agents.single);
  const sending: Sending = { isReused: false };
  try {
    return await sendOnce(request, agents.shared, sending);
  } catch (error) {
    const isStale = sending.isReused && connectionLost.has(codeOf((error as UpstreamError).cause));
    if (!isStale || request.signal?.aborted) throw error;
    return sendOnce(request, agents.single);
  }
}

const connectionLost = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

async function sendOnce(
  request: UpstreamRequest,
  agent: Agent,
  sending?: Sending,
): Promise<UpstreamResponse> {
  const { method, base, path, body, signal } = request;
  const { origin, pathname } = new URL(base);
  const bodyStream = body && !Buffer.isBuffer(body) ? body.stream : undefined;
  // Only a body can stall, and two signals in one cost a small read more than it takes to send.
  const stalled = bodyStream && new AbortController();
  let isAnswered = false;
  let sentAt = performance.now();
  const told = {
    late: () => isAnswered || stalled?.abort(new UpstreamError("timeout")),
    ended: () => {
      sentAt = performance.now();
    },
  };
  const bytesOrParts = bodyStream ? partsOf(bodyStream, told) : body;
  try {
    const response = noting(sending, () =>
      agent.request({
        origin,
        path: pathname.replace(/\/+$/, "") + path,
        method: method as "GET",
        headers: { ...request.headers, ...lengthOf(body) },
        // Its types forget what its documentation says: whatever can be iterated.
        body: (bytesOrParts ?? null) as Readable | Buffer | null,
        signal: signal && stalled ? AbortSignal.any([signal, stalled.signal]) : (signal ?? stalled?.signal),
      }),
    );
    const { statusCode, headers, body: bytes } = await response;
    isAnswered = true;
    // Whoever reads it is told by reading; one that is thrown away fails for nobody.
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
 * What comes of a body. Given up, it leaves its source open, over whose connection an answer may still go, and other requests behind
 * what is left of it, which is read away; a source that pauses for too long is given up.
 */
async function* partsOf(source: Readable, told: { late: () => void; ended: () => void }) {
  const parts = source.iterator({ destroyOnReturn: false });
  let late: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      late = setTimeout(told.late, timeout);
      const { done, value } = await parts.next();
      clearTimeout(late);
      if (done) break;
      yield value as Buffer;
    }
    told.ended();
  } finally {
    clearTimeout(late);
    await parts.return?.();
    source.resume();
  }
}

/** @param error of a request, or of reading its answer */
export function upstreamErrorOf(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const code = codeOf(error);
  const kind = late.has(code) ? "timeout" : away.has(code) ? "unavailable" : "badGateway";
  return new UpstreamError(kind, { cause: error });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? "";
}

const late = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const away = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);

/** What becomes known of a request while it goes out. */
interface Sending {
  /** Its connection has carried another one before. */
  isReused: boolean;
}

// The client tells whose connection was used by its diagnostics alone; it makes a request before `request()` returns.
let current: Sending | undefined;
const sendings = new WeakMap<object, Sending>();
const used = new WeakSet<object>();

function noting<T>(sending: Sending | undefined, send: () => T): T {
  current = sending;
  try {
    return send();
  } finally {
    current = undefined;
  }
}

subscribe("undici:request:create", (message) => {
  if (current) sendings.set((message as { request: object }).request, current);
});
subscribe("undici:client:sendHeaders", (message) => {
  const { request, socket } = message as { request: object; socket: object };
  const sending = sendings.get(request);
  if (sending) sending.isReused = used.has(socket);
  used.add(socket);
});
