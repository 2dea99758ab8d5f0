import type { ServerResponse } from "node:http";
import { type Endpoint, isRead } from "../../contract/endpoint";
import { idTokenHeader } from "../../contract/id-token";
import { endedHeader } from "../../contract/web-session";
import { pathOfHub } from "../../live/hub";
import { renewedHeader } from "../../session/renewed";
import type { WebConfig } from "../config/config";
import { apiAddress } from "../http/api-address";
import { hasBody } from "../http/framing";
import { type HeaderReader, headersOf, toApi, toBrowser, withProxySecret } from "../http/headers";
import type { Exchange } from "../http/internal-headers";
import { requestIdOf } from "../http/request-id";
import { forwardResponse } from "../http/response-body";
import { type Failure, failureResponse, responseHeaders } from "../http/responses";
import { isFollowedLink, isFromHere, isOwnRequest } from "../http/same-origin";
import { send, type UpstreamBody, UpstreamError, type UpstreamResponse } from "../http/upstream";
import { endedSessionCookies } from "../session/cookie";
import { endOwnSession } from "../session/oidc/rp-initiated-logout";
import {
  authorizationOf,
  expiryOf,
  isTokenSession,
  type Resolved,
  resolveAgain,
  resolveSession,
  retryOf,
} from "../session/resolve";
import type { Session } from "../session/seal";
import { setRoute } from "../telemetry/trace-context";
import type { TenantLocation } from "../tenancy/tenant-location";
import { findEndpoint } from "./allow-list";
import { endWithSession, queryForApi, transportsOf } from "./hub";
import { bufferBody, isRepeatable, streamedBody } from "./request-body";

/** A new picture has a new address (`embeddable` in the contract). */
const cacheControl = { kept: "private, max-age=31536000, immutable", asked: "private, no-cache" } as const;

/** The BFF: forwards a call of the contract from our own pages to the API with the session's access token. */
export async function serve(
  { request, response, target }: Exchange,
  location: TenantLocation,
  config: WebConfig,
): Promise<void> {
  const place = { ...location, path: pathOfHub(location.path, queryOf(target)) };
  const headers = headersOf(request);
  const requestId = requestIdOf(headers);
  const endpoint = findEndpoint(request.method ?? "GET", place.path);
  if (!isAllowed(endpoint, headers)) return refuse(response, "crossSite", requestId);
  if (!endpoint) return refuse(response, "notFound", requestId);
  if (!("method" in endpoint))
    return refuse(response, "methodNotAllowed", requestId, { allow: endpoint.allow.join(", ") });
  setRoute(`/api${endpoint.path}`);

  const disconnected = new AbortController();
  // Creating the abort reason takes a tenth of the time of a small call.
  response.once("close", () => response.writableFinished || disconnected.abort());
  try {
    const cookies = headers.get("cookie");
    const resolved = await resolveSession(config, place, cookies);
    if (resolved.away) return refuseTemporarily(response, requestId, resolved);
    // Refuses a body without a session unread, so that the API does not buffer it.
    if (!resolved.session && hasBody(request) && endpoint.access !== "public")
      return refuse(response, "signedOut", requestId, {
        ...setCookiesOf(resolved),
        ...(resolved.ended && { [endedHeader]: "1" }),
      });
    const { signal } = disconnected;
    const call = { request, target, headers, requestId, endpoint, place, config, signal };
    const forwarded = await forward(call, resolved);
    if (!("response" in forwarded)) return refuseTemporarily(response, requestId, forwarded);
    const { response: received, session, setCookies, isRenewed, ended } = forwarded;
    const { status } = received;
    // The API must not redirect the browser; nothing in the contract redirects.
    if (status >= 300 && status < 400 && status !== 304) {
      received.body.destroy();
      throw new UpstreamError("badGateway");
    }
    const foreign = foreignFailure(received, endpoint);
    if (foreign) {
      received.body.destroy();
      const retryAfter = received.headers["retry-after"];
      return refuse(response, foreign, requestId, {
        ...setCookiesOf({ setCookies }),
        ...(retryAfter && { "retry-after": retryAfter }),
      });
    }
    if (endpoint.page && [403, 404, 429].includes(status) && isFollowed(headers)) {
      received.body.destroy();
      const key = place.path.slice(place.path.lastIndexOf("/"));
      const location = `${place.prefix}${endpoint.page}${key}`;
      return void response.writeHead(303, { "cache-control": "no-store", location }).end();
    }
    const writeHead = () =>
      response.writeHead(status, {
        "x-request-id": requestId,
        ...toBrowser(received),
        // Some proxies hold back events otherwise; nginx reads this header.
        ...(isStream(received) && { "x-accel-buffering": "no" }),
        ...expiryOf(session),
        ...(isRenewed && { [renewedHeader]: "1" }),
        ...(ended && status === 401 && { [endedHeader]: "1" }),
        // Responses that set cookies must not be cached.
        ...(endpoint.embeddable &&
          isCacheable(status) &&
          setCookies.length === 0 && { "cache-control": cacheControl[endpoint.embeddable] }),
        ...setCookiesOf({ setCookies }),
      });
    if (isStream(received)) endWithSession(response, session, config);
    await forwardResponse(received, response, writeHead);
  } catch (error) {
    if (response.headersSent || disconnected.signal.aborted) response.destroy();
    else if (error instanceof UpstreamError) refuse(response, error.kind, requestId);
    else throw error;
  }
}

const failuresOfServers: Readonly<Record<number, Failure>> = {
  500: "failed",
  502: "badGateway",
  503: "unavailable",
  504: "timeout",
};

/**
 * The error to send instead of a page or text from a proxy or a broken API: callers expect data, or errors in their one form.
 */
function foreignFailure({ status, headers }: UpstreamResponse, endpoint: Endpoint): Failure | undefined {
  const type = headers["content-type"] ?? "";
  // The API has not read the language of such a request.
  if (status === 431) return "tooLarge";
  if (status >= 500) return /json/i.test(type) ? undefined : failuresOfServers[status];
  const isFile = endpoint.navigable || endpoint.embeddable;
  return status < 300 && !isFile && /^text\/html\b/i.test(type) ? "badGateway" : undefined;
}

/** Whether a browser followed a link, and expects a page rather than JSON. */
const isFollowed = (headers: HeaderReader) => headers.get("accept")?.includes("text/html") ?? false;

/** Statuses of cacheable and revalidated responses. */
const isCacheable = (status: number) => status === 200 || status === 206 || status === 304;

const isStream = ({ headers }: UpstreamResponse) => headers["content-type"] === "text/event-stream";

/** Public files may be linked from anywhere, such as from an e-mail. */
function isAllowed(endpoint: ReturnType<typeof findEndpoint>, headers: HeaderReader): boolean {
  if (!endpoint || !("method" in endpoint)) return isOwnRequest(headers);
  if (endpoint.navigable && !isFollowedLink(headers)) return false;
  if (endpoint.navigable && endpoint.access === "public") return true;
  return endpoint.embeddable || endpoint.navigable ? isFromHere(headers) : isOwnRequest(headers);
}

interface Call extends Pick<Exchange, "request" | "target"> {
  headers: HeaderReader;
  requestId: string;
  endpoint: Endpoint;
  place: TenantLocation;
  config: WebConfig;
  signal: AbortSignal;
}

interface Forwarded extends Omit<Resolved, "away" | "retryAfter"> {
  response: UpstreamResponse;
  /** The call was refused, but the session has new tokens now. */
  isRenewed?: true;
}

/** The provider or the session store is away; renewed tokens are still sent to the browser. */
function refuseTemporarily(response: ServerResponse, requestId: string, resolved: Resolved): void {
  refuse(response, "unavailable", requestId, { ...retryOf(resolved), ...setCookiesOf(resolved) });
}

/**
 * Sends the call. If the API refuses a provider's access token, renews it and repeats the call once (AU-05). A body too
 * large to buffer is streamed to the API: the client must repeat such a call.
 * @returns no response if the call's user is currently unknown
 * @throws {UpstreamError}
 */
async function forward(call: Call, { session, setCookies, ended }: Resolved): Promise<Forwarded | Resolved> {
  const { request, headers, config, place } = call;
  const renewable = session !== undefined && isTokenSession(session);
  const repeatable = renewable && isRepeatable(request);
  const bufferedBody = repeatable ? await bufferBody(request) : undefined;
  const response = await sendCall(call, session, repeatable ? bufferedBody : streamedBody(request));
  // A refusal without a provider means that the secret was revoked there.
  if (response.status !== 401 || !renewable)
    return { response, session, setCookies, ended: ended ?? (session && true) };
  if (response.headers[endedHeader]) {
    await endOwnSession(config, place, session).catch((error: unknown) => {
      response.body.destroy();
      throw error;
    });
    return { response, setCookies: endedSessionCookies(config, place, headers.get("cookie")), ended: true };
  }
  const retried = await resolveAgain(config, place, session, headers.get("cookie"));
  if (!retried.session) {
    if (!retried.away) return { response, setCookies: [], ended: retried.ended };
    response.body.destroy();
    return retried;
  }
  if (!repeatable) return { response, ...retried, isRenewed: true };
  response.body.destroy();
  return { response: await sendCall(call, retried.session, bufferedBody), ...retried };
}

function sendCall(
  { target, headers, requestId, endpoint, place, config, signal }: Call,
  session: Session | undefined,
  body: UpstreamBody | undefined,
): Promise<UpstreamResponse> {
  const contentType = body && headers.get("content-type");
  return send({
    method: endpoint.method,
    ...apiAddress(config, place, place.path + queryForApi(endpoint, queryOf(target))),
    headers: {
      ...withProxySecret(toApi(headers, { requestId, ...(session && authorizationOf(session)) }), config),
      ...(contentType && { "content-type": contentType }),
      // Whatever its size: the API asks no confirmation of a token that comes without it, as programs' tokens do.
      ...(endpoint.confirm && session?.oidc?.idToken && { [idTokenHeader]: session.oidc.idToken }),
      ...transportsOf(endpoint),
    },
    isRead: isRead(endpoint),
    body,
    signal,
  });
}

function setCookiesOf({ setCookies }: Pick<Resolved, "setCookies">): Record<string, string[]> {
  return setCookies.length > 0 ? { "set-cookie": setCookies } : {};
}

export function refuse(
  response: ServerResponse,
  code: Failure,
  requestId: string,
  more: Record<string, string | string[]> = {},
): void {
  const { status, headers, body } = failureResponse(code, requestId, headersOf(response.req));
  response.writeHead(status, { ...responseHeaders, ...headers, ...more });
  response.end(JSON.stringify(body));
}

/** The raw query, with its `?`. */
function queryOf(target: string): string {
  const start = target.indexOf("?");
  return start === -1 ? "" : target.slice(start).replace(/#.*$/s, "");
}
