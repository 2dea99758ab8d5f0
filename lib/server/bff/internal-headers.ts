import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** Headers that only this process writes; what a client sends under names that begin so is dropped. */
export const internalHeaderPrefix = "x-hub-";

export const internalHeaders = {
  /** The request target exactly as it came, before any URL parser resolved dots and backslashes. */
  target: "x-hub-target",
  /** Address of the client, IPv4 or IPv6. */
  address: "x-hub-address",
  /** Present where the path cannot be read, and a sign stands for what was wrong with it. */
  unreadable: "x-hub-unreadable",
  /** Present where a session is there whose provider or store cannot be asked now. */
  away: "x-hub-away",
  /** Names this request and its response, see {@link exchangeOf}. */
  id: "x-hub-id",
} as const;

/** A request and its response as Node has them, whose streams and framing Next's handlers do not get to see. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The request target in origin form, exactly as it came; `request.url` is rewritten by Next. */
  target: string;
  /** Those of the request, whatever Next gets to see of them; {@link internalHeaders} among them. */
  headers: IncomingHttpHeaders;
}

// What looks at requests before Next, its route handlers and its pages are bundled apart: they share this through the global object.
const key = Symbol.for("hub.exchanges");
const shared = globalThis as typeof globalThis & { [key]?: Map<string, Exchange> };

/**
 * Notes a request for whoever answers it behind Next's router.
 * @param address of the client
 */
export function noteExchange({ address, ...exchange }: Exchange & { address: string }): void {
  const { headers } = exchange;
  for (const name of Object.keys(headers)) if (name.startsWith(internalHeaderPrefix)) delete headers[name];
  const id = randomUUID();
  headers[internalHeaders.id] = id;
  headers[internalHeaders.target] = exchange.target;
  headers[internalHeaders.address] = address;
  shared[key] ??= new Map();
  const underWay = shared[key];
  underWay.set(id, exchange);
  // Next too listens in half a dozen places for its end.
  exchange.response.setMaxListeners(20).once("close", () => underWay.delete(id));
}

/**
 * Leaves of a request what Next's router needs to find a handler that answers from what was noted: no header of a browser
 * turns anything on or off there, and the tokens in its cookies are neither parsed nor copied.
 */
export function hideHeaders({ request, headers }: Exchange): void {
  request.headers = { host: headers.host, [internalHeaders.id]: headers[internalHeaders.id] };
}

/** @returns undefined once the response is closed, and for a request that nobody has noted */
export function exchangeOf(headers: Pick<Headers, "get">): Exchange | undefined {
  return shared[key]?.get(headers.get(internalHeaders.id) ?? "");
}
