import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Headers that matter to the receiver of a request: `Connection` must not ask proxies to remove them. */
const endToEndHeaders = new Set([
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

/** RFC 9112 section 6.3: a request has a body if it states a length or is chunked. */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
}

/** Whether the body is `{}` or `[]`, if it is JSON: some programs cannot send an empty body. Two bytes hold no request. */
export function isEmptyJson({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const isJson = /^application\/json\b/i.test(headers["content-type"] ?? "");
  return isJson && headers["content-length"] === "2" && headers["transfer-encoding"] === undefined;
}

/** Whether the headers state the length of the body; a request without a body may send `Content-Length: 0`. */
export function isFramed({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
}

/**
 * Whether two servers could disagree on the end or the meaning of this request (RFC 9112 sections 6.1 and 11.2). Node's
 * parser refuses most such requests, but some only after it has emitted them.
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
  const taken = (headers.connection ?? "")
    .split(",")
    .some((name) => endToEndHeaders.has(name.trim().toLowerCase()));
  return taken || ["host", "content-length", "transfer-encoding"].some((name) => countOf(request, name) > 1);
}

function countOf({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">, name: string): number {
  return rawHeaders.filter((given, index) => index % 2 === 0 && given.toLowerCase() === name).length;
}

const abortedSockets = new WeakSet<Socket>();

/**
 * Closes the connection after this response: the remaining bytes may belong to a request that a proxy read differently.
 * Node would still emit what it has already parsed; {@link isAborted} detects that.
 */
export function abortConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  abortedSockets.add(socket);
  if (response.headersSent) response.once("finish", () => socket.destroySoon());
  else response.shouldKeepAlive = false;
}

export function isAborted({ socket }: IncomingMessage): boolean {
  return abortedSockets.has(socket);
}

/** Milliseconds without a byte after which a body counts as stalled; longer than a slow reader pauses. */
const maxSilence = 120_000;

/** Closes a connection whose body stalls; a slow request is read while bytes arrive. */
export function closeStalledBody(
  request: IncomingMessage,
  response: ServerResponse,
  milliseconds = maxSilence,
): void {
  if (!hasBody(request)) return;
  request.setTimeout(milliseconds);
  request.once("end", () => {
    // After the response, the keep-alive timeout applies instead.
    if (!response.writableFinished) request.setTimeout(0);
  });
}

const maxDiscarded = 1024 * 1024;
const discardTimeout = 250;

/**
 * Reads the bytes of an unwanted body that have arrived. Closing a connection with unread bytes resets it, and the client
 * may never see the response. Does not wait for further bytes.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const count = (part: Buffer) => {
      size += part.length;
      if (size > maxDiscarded) finish();
    };
    const timer = setTimeout(finish, discardTimeout);
    function finish() {
      clearTimeout(timer);
      request.off("data", count);
      resolve();
    }
    request.on("data", count);
    for (const event of ["end", "close", "error"]) request.once(event, finish);
    if (request.readableEnded || request.destroyed) finish();
  });
}
