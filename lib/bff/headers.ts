import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { permissionStampHeader } from "../permissions/stamp";
import { noted } from "./noted";

/** What handlers of either kind, Node's and Next's, read headers through. */
export type HeaderReader = Pick<Headers, "get">;

export function headersOf({ headers }: IncomingMessage): HeaderReader {
  return { get: (name) => headers[name]?.toString() ?? null };
}

const requestHeaders = [
  "accept",
  "accept-language",
  "content-type",
  "content-length",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "lang",
  "range",
  "timezone",
  "user-agent",
];

const answerHeaders = [
  "accept-ranges",
  "content-disposition",
  "content-language",
  "content-range",
  "content-length",
  "content-type",
  "etag",
  "last-modified",
  "retry-after",
  permissionStampHeader,
  "x-request-id",
];

/** What of a browser's request the API gets to see; everything else, its Authorization and X-Forwarded-* too, is dropped. */
export function toApi(
  from: HeaderReader,
  { requestId, authorization }: { requestId: string; authorization?: string },
): Record<string, string> {
  const headers: Record<string, string> = { "accept-encoding": "identity", "x-request-id": requestId };
  for (const name of requestHeaders) {
    const value = from.get(name);
    if (value !== null) headers[name] = value;
  }
  const address = from.get(noted.address);
  if (address) headers["x-forwarded-for"] = address;
  if (authorization) headers.authorization = authorization;
  return headers;
}

/** What of the API's answer the browser gets to see. */
export function toBrowser(from: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  for (const name of answerHeaders) {
    const value = from[name];
    if (typeof value === "string") headers[name] = value;
  }
  return headers;
}
