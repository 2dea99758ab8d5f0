import type { IncomingMessage } from "node:http";
import { confirmationHeader, lastConfirmedHeader } from "../../contract/confirmation-headers";
import { permissionStampHeader } from "../../contract/permission-stamp";
import { webSessionHeader } from "../../contract/web-session";
import type { WebConfig } from "../config/config";
import { secretsOf } from "../config/secret-list";
import { internalHeaders } from "./internal-headers";
import { proxySecretHeader } from "./proxy-secret";
import type { UpstreamResponse } from "./upstream";

/** Header access for Node's and Next's handlers. */
export type HeaderReader = Pick<Headers, "get">;

export function headersOf({ headers }: Pick<IncomingMessage, "headers">): HeaderReader {
  return { get: (name) => headers[name]?.toString() ?? null };
}

const requestHeaders = [
  "accept",
  "accept-language",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  // Without it, resuming a download could return a part of another file.
  "if-range",
  "lang",
  "range",
  "timezone",
  "user-agent",
];

const responseHeaders = [
  "accept-ranges",
  confirmationHeader,
  "content-disposition",
  "content-language",
  "content-range",
  "content-length",
  "content-type",
  "etag",
  lastConfirmedHeader,
  "last-modified",
  "retry-after",
  permissionStampHeader,
  "x-request-id",
];

/**
 * Headers of a browser's request that are forwarded to the API; drops all others, including Authorization and
 * X-Forwarded-*. Headers of the body are set with the body.
 */
export function toApi(
  from: HeaderReader,
  {
    requestId,
    authorization,
    webSession,
  }: { requestId: string; authorization?: string; webSession?: string },
): Record<string, string> {
  const headers: Record<string, string> = { "accept-encoding": "identity", "x-request-id": requestId };
  for (const name of requestHeaders) {
    const value = from.get(name);
    if (value !== null) headers[name] = value;
  }
  const address = from.get(internalHeaders.address);
  if (address) headers["x-forwarded-for"] = address;
  if (authorization) headers.authorization = authorization;
  if (webSession) headers[webSessionHeader] = webSession;
  return headers;
}

/** Adds the proxy secret, without which the API ignores a browser's address and the name of a session. */
export function withProxySecret(
  headers: Record<string, string>,
  { proxySecret }: Pick<WebConfig, "proxySecret">,
): Record<string, string> {
  return proxySecret && (headers["x-forwarded-for"] || headers[webSessionHeader])
    ? { ...headers, [proxySecretHeader]: secretsOf(proxySecret)[0] }
    : headers;
}

/** Headers of the API's response that are forwarded to the browser. */
export function toBrowser({ status, headers: from }: Pick<UpstreamResponse, "status" | "headers">) {
  const headers: Record<string, string> = { "cache-control": "no-store" };
  for (const name of responseHeaders) {
    const value = from[name];
    if (typeof value === "string") headers[name] = value;
  }
  // RFC 9110 section 8.6: a response that cannot have a body has no length either.
  if (status === 204) delete headers["content-length"];
  return headers;
}
