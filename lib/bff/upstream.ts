import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";

/** The API gave no usable answer. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  constructor(readonly kind: "unavailable" | "badGateway" | "timeout") {
    super(`API: ${kind}`);
  }
}

export interface UpstreamRequest {
  method: string;
  /** Origin and optional path of the API, without a slash at its end. */
  base: string;
  /** Path and query, beginning with `/`; never decides about the origin. */
  path: string;
  headers: Record<string, string>;
  body?: Readable;
  signal?: AbortSignal;
}

export interface UpstreamAnswer {
  message: IncomingMessage;
  /** When the request had gone out whole, of `performance.now()`. */
  sentAt: number;
}

/** Milliseconds from the end of a request to the headers of its answer, and between two parts of either body. */
export const patience = 24_000;

const agents = {
  "http:": new HttpAgent({ keepAlive: true, maxFreeSockets: 256 }),
  "https:": new HttpsAgent({ keepAlive: true, maxFreeSockets: 256 }),
};

function parseBase(base: string) {
  const { protocol, hostname, port, pathname } = new URL(base);
  return {
    protocol: protocol === "https:" ? ("https:" as const) : ("http:" as const),
    host: hostname.replace(/^\[|\]$/g, ""),
    port,
    path: pathname.replace(/\/+$/, ""),
  };
}

/**
 * Sends a request to the API and resolves with its answer as soon as the headers are there. Redirects are not
 * followed. A connection that the API closed while it was idle is replaced once, as RFC 9112 section 9.3.1 allows
 * for requests without a body to lose.
 * @throws {UpstreamError}
 */
export async function send(request: UpstreamRequest): Promise<UpstreamAnswer> {
  try {
    return await sendOnce(request);
  } catch (error) {
    if (error instanceof StaleConnection) return sendOnce(request);
    throw error;
  }
}

class StaleConnection extends Error {}

function sendOnce({ method, base, path, headers, body, signal }: UpstreamRequest): Promise<UpstreamAnswer> {
  const { protocol, host, port, path: basePath } = parseBase(base);
  return new Promise((resolve, reject) => {
    let message: IncomingMessage | undefined;
    let sentAt = 0;
    let late: NodeJS.Timeout | undefined;
    const outgoing = (protocol === "https:" ? httpsRequest : httpRequest)({
      agent: agents[protocol],
      host,
      port: port || undefined,
      method,
      path: basePath + path,
      headers,
      signal,
    });
    const fail = (kind: UpstreamError["kind"]) => {
      clearTimeout(late);
      reject(new UpstreamError(kind));
      outgoing.destroy();
    };
    const waitForAnswer = () => {
      sentAt = performance.now();
      if (!message) late = setTimeout(() => fail("timeout"), patience);
    };
    outgoing.setTimeout(patience, () => {
      if (!message) fail("timeout");
      // What lies there unread waits for the browser, not for the API.
      else if (message.readableLength === 0) message.destroy(new UpstreamError("timeout"));
    });
    outgoing.once("response", (answer) => {
      clearTimeout(late);
      message = answer;
      resolve({ message, sentAt: sentAt || performance.now() });
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      const stale = outgoing.reusedSocket && !body && error.code === "ECONNRESET" && !signal?.aborted;
      if (stale) {
        clearTimeout(late);
        reject(new StaleConnection());
      } else fail(isAway(error.code) ? "unavailable" : "badGateway");
    });
    if (body)
      pipeline(body, outgoing, (error) => {
        if (error) outgoing.destroy();
        else waitForAnswer();
      });
    else {
      outgoing.end();
      waitForAnswer();
    }
  });
}

function isAway(code: string | undefined): boolean {
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"].includes(
    code ?? "",
  );
}
