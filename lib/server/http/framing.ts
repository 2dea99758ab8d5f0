import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Headers that say something to the receiver of a request: a `Connection` that names one asks proxies to take it away. */
const meant = new Set([
  "accept",
  "authorization",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "lang",
  "range",
  "timezone",
  "transfer-encoding",
  "x-csrf",
  "x-forwarded-for",
  "x-request-id",
]);

/** RFC 9112 section 6.3: a request has a body when it says how long it is, or that it comes in chunks. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
}

/**
 * Whether the body is `{}` or `[]`, if it is JSON at all: programs send it that know no other way to send nothing. In two bytes there is
 * no request.
 */
export function isEmptyJson({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const isJson = /^application\/json\b/i.test(headers["content-type"] ?? "");
  return isJson && headers["content-length"] === "2" && headers["transfer-encoding"] === undefined;
}

/** Whether the head says how long the body is; one without a body may say so with `Content-Length: 0`. */
export function isFramed({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
}

/**
 * Whether two servers could read differently where this request ends, or what it says (RFC 9112 sections 6.1 and 11.2).
 * Node's parser refuses most of that itself, but some only after its head was handed on.
 */
export function isAmbiguous(
  request: Pick<IncomingMessage, "headers" | "httpVersion" | "rawHeaders">,
): boolean {
  const { headers, httpVersion } = request;
  const coding = headers["transfer-encoding"];
  const length = headers["content-length"];
  if (coding !== undefined && (length !== undefined || httpVersion !== "1.1" || !/^chunked$/i.test(coding)))
    return true;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return true;
  const taken = (headers.connection ?? "").split(",").some((name) => meant.has(name.trim().toLowerCase()));
  return taken || ["host", "content-length", "transfer-encoding"].some((name) => countOf(request, name) > 1);
}

function countOf({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">, name: string): number {
  return rawHeaders.filter((given, index) => index % 2 === 0 && given.toLowerCase() === name).length;
}

const givenUp = new WeakSet<Socket>();

/**
 * Ends the connection with this response: whatever else comes over it belongs to a request that somebody may have read
 * differently. Node would still hand on what it has read of it already; {@link isGivenUp} tells.
 */
export function giveUpConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  givenUp.add(socket);
  if (response.headersSent) response.once("finish", () => socket.destroySoon());
  else response.shouldKeepAlive = false;
}

export function isGivenUp({ socket }: IncomingMessage): boolean {
  return givenUp.has(socket);
}

/** Milliseconds without a byte after which nobody waits for the rest of a body: longer than whoever takes it pauses. */
const longestSilence = 120_000;

/** Ends the connection of whoever begins a body and sends no more of it; a request is read for as long as something comes. */
export function endSilentBody(
  request: IncomingMessage,
  response: ServerResponse,
  milliseconds = longestSilence,
): void {
  if (!hasBody(request)) return;
  request.setTimeout(milliseconds);
  request.once("end", () => {
    // From its answer on a connection waits for the next request, for as long as it is kept.
    if (!response.writableFinished) request.setTimeout(0);
  });
}

const maxDiscarded = 1024 * 1024;
const discardingTime = 250;

/**
 * Reads what is there of a body that nobody wants. A connection that is closed with unread bytes in it is reset, and its
 * sender may never see the answer; one who sends more, or slowly, is not waited for.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const count = (part: Buffer) => {
      size += part.length;
      if (size > maxDiscarded) done();
    };
    const late = setTimeout(done, discardingTime);
    function done() {
      clearTimeout(late);
      request.off("data", count);
      resolve();
    }
    request.on("data", count);
    for (const event of ["end", "close", "error"]) request.once(event, done);
    if (request.readableEnded || request.destroyed) done();
  });
}
