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

/** Milliseconds until the headers of an answer must be there; and between two parts of a streamed body. */
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
export async function send(request: UpstreamRequest): Promise<IncomingMessage> {
  try {
    return await sendOnce(request);
  } catch (error) {
    if (error instanceof StaleConnection) return sendOnce(request);
    throw error;
  }
}

class StaleConnection extends Error {}

function sendOnce({ method, base, path, headers, body, signal }: UpstreamRequest): Promise<IncomingMessage> {
  const { protocol, host, port, path: basePath } = parseBase(base);
  return new Promise((resolve, reject) => {
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
      reject(new UpstreamError(kind));
      outgoing.destroy();
    };
    const late = setTimeout(() => fail("timeout"), patience);
    outgoing.once("response", (answer) => {
      clearTimeout(late);
      answer.setTimeout(patience, () => answer.destroy(new UpstreamError("timeout")));
      resolve(answer);
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(late);
      if (outgoing.reusedSocket && !body && error.code === "ECONNRESET" && !signal?.aborted)
        reject(new StaleConnection());
      else fail(isAway(error.code) ? "unavailable" : "badGateway");
    });
    if (body)
      pipeline(body, outgoing, (error) => {
        if (error) outgoing.destroy();
      });
    else outgoing.end();
  });
}

function isAway(code: string | undefined): boolean {
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"].includes(
    code ?? "",
  );
}
