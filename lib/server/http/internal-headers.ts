import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { onePerProcess } from "../core/one-per-process";

/** Prefix of headers that only this process sets; those from clients are dropped. */
export const internalHeaderPrefix = "x-hub-";

export const internalHeaders = {
  /** The raw request target, before any URL parser resolves dots and backslashes. */
  target: "x-hub-target",
  /** Address of the client, IPv4 or IPv6. */
  address: "x-hub-address",
  /** Present if the path is invalid; replacement characters mark its invalid parts. */
  unreadable: "x-hub-unreadable",
  /** Present if the session's provider or store is currently unavailable. */
  away: "x-hub-away",
  /** Identifies this request and its response, see {@link exchangeOf}. */
  id: "x-hub-id",
} as const;

/** Node's request and response, since Next's handlers cannot access streams and framing. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The raw request target in origin form; `request.url` is rewritten by Next. */
  target: string;
  /** All headers of the request, including {@link internalHeaders}, even those hidden from Next. */
  headers: IncomingHttpHeaders;
}

const pending = onePerProcess("exchanges", () => new Map<string, Exchange>());

/**
 * Registers a request for its handler behind Next's router.
 * @param address of the client
 */
export function registerExchange({ address, ...exchange }: Exchange & { address: string }): void {
  const { headers } = exchange;
  for (const name of Object.keys(headers)) if (name.startsWith(internalHeaderPrefix)) delete headers[name];
  const id = randomUUID();
  headers[internalHeaders.id] = id;
  headers[internalHeaders.target] = exchange.target;
  headers[internalHeaders.address] = address;
  pending.set(id, exchange);
  // Next adds about six listeners itself.
  exchange.response.setMaxListeners(20).once("close", () => pending.delete(id));
}

/**
 * Hides all headers that Next's router does not need for a handler that uses the registered exchange: a browser's headers
 * cannot affect the router, and tokens in cookies are neither parsed nor copied.
 */
export function hideHeaders({ request, headers }: Exchange): void {
  request.headers = { host: headers.host, [internalHeaders.id]: headers[internalHeaders.id] };
}

/** @returns undefined once the response is closed, and for an unregistered request */
export function exchangeOf(headers: Pick<Headers, "get">): Exchange | undefined {
  return pending.get(headers.get(internalHeaders.id) ?? "");
}
