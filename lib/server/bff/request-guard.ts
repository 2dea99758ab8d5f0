import type { IncomingMessage, ServerResponse } from "node:http";
import { takesBody } from "../../contract/endpoint";
import type { WebConfig } from "../config/config";
import { apiLocationOf } from "../http/api-location";
import { abortConnection, discardBody, hasBody, isAmbiguous, isEmptyJson } from "../http/framing";
import { headersOf } from "../http/headers";
import { internalHeaders } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import type { Failure } from "../http/responses";
import { isBelowApi, isPlainPath, pathOfTarget, plainPath } from "../http/target";
import { authRequestOf } from "../session/oidc/addresses";
import type { TenantLocation } from "../tenancy/tenant-location";
import { findEndpoint } from "./allow-list";
import { refuse } from "./serve";

/** Addresses below `{prefix}/api/` with separate route handlers, outside the contract. */
const ownHandlers = /^\/(?:auth\/(?:sign-(?:in|out)|renew|passkey|set-up)|messages\/[\w-]+)$/;

/** Methods without a defined body in RFC 9110 sections 9.3.1 to 9.3.8. */
const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * Whether the address of a request with a body accepts one: `declared`, `undeclared`, or `unknown` if nothing exists for
 * the method, which the response reports.
 * @param place location below `{prefix}/api/`
 */
function bodyExpectation(
  { method = "", url = "" }: IncomingMessage,
  place: TenantLocation | undefined,
  config: WebConfig,
): "declared" | "undeclared" | "unknown" {
  const isPost = method === "POST";
  const auth = authRequestOf(url, config);
  if (auth) return auth.action === "backChannel" && isPost ? "declared" : "undeclared";
  if (place && ownHandlers.test(place.path))
    return ["/auth/sign-in", "/auth/set-up"].includes(place.path) && isPost ? "declared" : "undeclared";
  const endpoint = place && findEndpoint(method, place.path);
  if (endpoint && "method" in endpoint) return takesBody(endpoint) ? "declared" : "undeclared";
  return bodiless.has(method) ? "undeclared" : "unknown";
}

/** Such a body stays unread, like all later bytes of the connection. */
const isNegligibleBody = (request: IncomingMessage) =>
  !bodiless.has(request.method ?? "") && isEmptyJson(request);

/** A target in absolute form (RFC 9112 section 3.2.2) has a host, which can be forged: Next would redirect to it. */
export function withoutOrigin(target: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? "";
  const rest = target.slice(origin.length);
  return rest.startsWith("/") || origin === "" ? rest : `/${rest}`;
}

/**
 * Refuses requests that must not reach Next's router, which resolves, redirects or fails on them: requests that two servers
 * could read differently (RFC 9112 sections 6 and 11.2), unaccepted bodies, and unsupported methods (AU-02, BE-03).
 * @returns whether the request is answered
 */
export function isRefused(request: IncomingMessage, response: ServerResponse, config: WebConfig): boolean {
  const { url = "" } = request;
  const requestId = requestIdOf(headersOf(request));
  const location = apiLocationOf(url, config);
  const expectation = hasBody(request) ? bodyExpectation(request, location, config) : "declared";
  if (expectation === "undeclared" && isNegligibleBody(request) && !isAmbiguous(request)) {
    abortConnection(request, response);
    // The body has no content, so later handlers treat it as absent.
    delete request.headers["content-length"];
    return isRefused(request, response, config);
  }
  if (isAmbiguous(request) || expectation === "undeclared") {
    abortConnection(request, response);
    void discardBody(request).then(() => refuse(response, "badRequest", requestId));
    return true;
  }
  // Node discards bytes after an upgrade request that is not granted.
  if (expectation === "unknown" || request.headers.upgrade !== undefined) abortConnection(request, response);
  const refusal = refusalOf(request, location, config);
  if (refusal) refuse(response, refusal.code, requestId, refusal.headers);
  else if (isLongForm(request)) void discardBody(request).then(() => refuse(response, "tooLarge", requestId));
  else return false;
  return true;
}

interface Refusal {
  code: Failure;
  headers?: { allow: string };
}

/** Methods with route handlers in Next; it answers others with its own 400, and fails on TRACE. */
const methodsOfHandlers = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

function refusalOf(
  request: IncomingMessage,
  location: TenantLocation | undefined,
  config: WebConfig,
): Refusal | undefined {
  const { method = "", url = "" } = request;
  const path = pathOfTarget(url);
  // `OPTIONS *` has no address, and Next fails on it as on TRACE.
  if (!url.startsWith("/")) return { code: "badPath" };
  if (!isBelowApi(path)) {
    if (!isMethodOfPages(request)) return { code: "methodNotAllowed", headers: { allow: "GET, HEAD" } };
    // A user who followed such an address gets an explanatory page.
    return isPlainPath(path) || isVisit(request) ? undefined : { code: "badPath" };
  }
  if (!methodsOfHandlers.includes(method))
    return { code: "methodNotAllowed", headers: { allow: methodsOfHandlers.join(", ") } };
  // Next would answer an undecodable path with 500, and resolve or redirect the others.
  if (!isPlainPath(path)) return { code: "badPath" };
  // Next would redirect an empty segment to another address, and accepts anything before `/api/`.
  const isNamed = !/\/\/|\/api\/$/.test(path);
  return isNamed && (location || authRequestOf(url, config)) ? undefined : { code: "notFound" };
}

/**
 * Pages accept reads, and sign-in forms posted before hydration, which shows them again; Next's server calls through pages
 * are not used here.
 */
function isMethodOfPages({ method = "", headers }: IncomingMessage): boolean {
  // `next dev` has its own calls.
  if (process.env.NODE_ENV === "development") return true;
  if (method === "GET" || method === "HEAD") return true;
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  return method === "POST" && isForm && headers["next-action"] === undefined;
}

/** Maximum bytes of a form posted to a page: names and passwords, percent-encoded. */
const maxFormLength = 16 * 1024;

/** Whether a request to a page has a larger body than our forms. Next would buffer up to 10 MB of each anonymous request, unused. */
function isLongForm(request: IncomingMessage): boolean {
  if (isBelowApi(pathOfTarget(request.url ?? "")) || !hasBody(request)) return false;
  // Browsers state the length of a form.
  return !(Number(request.headers["content-length"]) <= maxFormLength);
}

/** Whether a browser navigates to this address, rather than a program requesting data. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && Boolean(headers.accept?.includes("text/html"));
}

/** Rewrites an invalid page address to one that all servers read alike, and marks it in a header. */
export function rewriteInvalidPath(request: IncomingMessage): void {
  const path = pathOfTarget(request.url ?? "");
  if (isPlainPath(path)) return;
  request.headers[internalHeaders.unreadable] = "1";
  request.url = plainPath(path);
}
