import type { IncomingMessage, ServerResponse } from "node:http";
import { takesBody } from "../../contract/endpoint";
import type { WebConfig } from "../config";
import { discardBody, giveUpConnection, hasBody, isAmbiguous, isEmptyJson } from "../http/framing";
import { authRequestOf } from "../session/oidc/addresses";
import type { TenantLocation } from "../tenancy/tenant-location";
import { findEndpoint } from "./allow-list";
import { apiLocationOf } from "./api-location";
import { headersOf } from "./headers";
import { internalHeaders } from "./internal-headers";
import { requestIdOf } from "./request-id";
import type { Failure } from "./responses";
import { refuse } from "./serve";
import { isBelowApi, isPlainPath, pathOfTarget, plainPath } from "./target";

/** What has route handlers of its own below `{prefix}/api/`, because it is no call of the contract. */
const ownHandlers = /^\/(?:auth\/(?:sign-(?:in|out)|renew)|messages\/[\w-]+)$/;

/** Methods that RFC 9110 sections 9.3.1 to 9.3.8 give no body any meaning for. */
const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/**
 * Whether the address that a request with a body is for takes one: `declared`, `undeclared`, or `unknown` where nothing is
 * there for this method, which its answer says by itself.
 * @param place where it lies below `{prefix}/api/`
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
    return place.path === "/auth/sign-in" && isPost ? "declared" : "undeclared";
  const endpoint = place && findEndpoint(method, place.path);
  if (endpoint && "method" in endpoint) return takesBody(endpoint) ? "declared" : "undeclared";
  return bodiless.has(method) ? "undeclared" : "unknown";
}

/** Such a body is left where it is: nothing that follows on the connection is read. */
const isNeedless = (request: IncomingMessage) => !bodiless.has(request.method ?? "") && isEmptyJson(request);

/** A target in absolute form (RFC 9112 section 3.2.2) names a host, which anybody can make up: Next would redirect to it. */
export function withoutOrigin(target: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? "";
  const rest = target.slice(origin.length);
  return rest.startsWith("/") || origin === "" ? rest : `/${rest}`;
}

/**
 * Refuses what must not reach Next's router, which resolves, redirects or fails at it: requests that two servers could read
 * differently (RFC 9112 sections 6 and 11.2), bodies that no address takes, and methods that are not answered here (AU-02, BE-03).
 * @returns whether the request is answered herewith
 */
export function isRefused(request: IncomingMessage, response: ServerResponse, config: WebConfig): boolean {
  const { url = "" } = request;
  const requestId = requestIdOf(headersOf(request));
  const location = apiLocationOf(url, config);
  const expectation = hasBody(request) ? bodyExpectation(request, location, config) : "declared";
  if (expectation === "undeclared" && isNeedless(request) && !isAmbiguous(request)) {
    giveUpConnection(request, response);
    // It says nothing, so that it is none for whoever is next.
    delete request.headers["content-length"];
    return isRefused(request, response, config);
  }
  if (isAmbiguous(request) || expectation === "undeclared") {
    giveUpConnection(request, response);
    void discardBody(request).then(() => refuse(response, "badRequest", requestId));
    return true;
  }
  // What follows a wish for another protocol, which is not granted, Node throws away.
  if (expectation === "unknown" || request.headers.upgrade !== undefined) giveUpConnection(request, response);
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

/** Those that Next has route handlers for; it answers others with a 400 of its own, and fails at TRACE. */
const methodsOfHandlers = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

function refusalOf(
  request: IncomingMessage,
  location: TenantLocation | undefined,
  config: WebConfig,
): Refusal | undefined {
  const { method = "", url = "" } = request;
  const path = pathOfTarget(url);
  // `OPTIONS *` is about no address of ours, and Next fails at it as it does at TRACE.
  if (!url.startsWith("/")) return { code: "badPath" };
  if (!isBelowApi(path)) {
    if (!isMethodOfPages(request)) return { code: "methodNotAllowed", headers: { allow: "GET, HEAD" } };
    // A person who followed such an address gets a page that says so.
    return isPlainPath(path) || isVisit(request) ? undefined : { code: "badPath" };
  }
  if (!methodsOfHandlers.includes(method))
    return { code: "methodNotAllowed", headers: { allow: methodsOfHandlers.join(", ") } };
  // Next would answer a path that does not decode with 500, and resolve or redirect the others.
  if (!isPlainPath(path)) return { code: "badPath" };
  // Next would redirect from a segment without a name to another address, and takes whatever comes before `/api/`.
  const isNamed = !/\/\/|\/api\/$/.test(path);
  return isNamed && (location || authRequestOf(url, config)) ? undefined : { code: "notFound" };
}

/**
 * Pages are looked at. The forms of signing in are posted natively where their code has not taken over yet, which
 * shows them once more; Next's own ways to call the server through a page are not used here.
 */
function isMethodOfPages({ method = "", headers }: IncomingMessage): boolean {
  // `next dev` has calls of its own.
  if (process.env.NODE_ENV === "development") return true;
  if (method === "GET" || method === "HEAD") return true;
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  return method === "POST" && isForm && headers["next-action"] === undefined;
}

/** Bytes of the longest form that is posted to a page: names and passwords, percent-encoded. */
const longestForm = 16 * 1024;

/** Whether a page is sent more than a form of ours. Next would keep up to 10 MB of each, from anybody, and nobody reads it. */
function isLongForm(request: IncomingMessage): boolean {
  if (isBelowApi(pathOfTarget(request.url ?? "")) || !hasBody(request)) return false;
  // Browsers say how long a form is.
  return !(Number(request.headers["content-length"]) <= longestForm);
}

/** Whether somebody looks at this address in a browser, rather than a program at data. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && Boolean(headers.accept?.includes("text/html"));
}

/** Has a page whose address cannot be read rendered for one that every server reads alike, and says so in a header. */
export function makeReadable(request: IncomingMessage): void {
  const path = pathOfTarget(request.url ?? "");
  if (isPlainPath(path)) return;
  request.headers[internalHeaders.unreadable] = "1";
  request.url = plainPath(path);
}
