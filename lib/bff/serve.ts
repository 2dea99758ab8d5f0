import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebConfig } from "../config";
import { securityHeaders } from "../security-headers";
import { cookieValues, endedSessionCookie, sessionCookieName, sessionFrom } from "../session/cookie";
import type { Place } from "../tenancy/place";
import { findEndpoint } from "./allow-list";
import { handOn } from "./answer-body";
import { type Failure, failureAnswer } from "./answers";
import { apiAddress } from "./api-address";
import { headersOf, toApi, toBrowser } from "./headers";
import { requestIdOf } from "./request-id";
import { isOwnPicture, isOwnRequest } from "./same-origin";
import { send, UpstreamError } from "./upstream";

/** The address of another picture is another one (`embeddable` in the contract). */
const keptPicture = "private, max-age=31536000, immutable";

/** The BFF: a call of the contract, made by our own pages, goes to the API with the session's access token. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  place: Place,
  config: WebConfig,
): Promise<void> {
  const headers = headersOf(request);
  const requestId = requestIdOf(headers);
  const { method = "GET", url = "" } = request;
  const endpoint = findEndpoint(method, place.path);
  const isPicture = endpoint !== undefined && "embeddable" in endpoint;
  if (!(isPicture ? isOwnPicture(headers) : isOwnRequest(headers)))
    return refuse(response, "crossSite", requestId);
  if (!endpoint) return refuse(response, "notFound", requestId);
  if (!("method" in endpoint))
    return refuse(response, "methodNotAllowed", requestId, { allow: endpoint.allow.join(", ") });

  const cookies = cookieValues(headers.get("cookie"), sessionCookieName(config, place));
  const session = await sessionFrom(config, place, cookies);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const { message: answer, sentAt } = await send({
      method,
      ...apiAddress(config, place, place.path + queryOf(url)),
      headers: toApi(headers, { requestId, accessToken: session?.accessToken }),
      body: hasBody(request) ? request : undefined,
      signal: gone.signal,
    });
    const status = answer.statusCode ?? 502;
    // The browser must not be sent anywhere by the API; nothing in the contract redirects.
    if (status >= 300 && status < 400 && status !== 304) {
      answer.destroy();
      throw new UpstreamError("badGateway");
    }
    const writeHead = () =>
      response.writeHead(status, {
        ...securityHeaders,
        "x-request-id": requestId,
        ...toBrowser(answer.headers),
        ...(isPicture && status === 200 && { "cache-control": keptPicture }),
        ...(status === 401 && cookies.length > 0 && { "set-cookie": endedSessionCookie(config, place) }),
      });
    await handOn(answer, response, { writeHead, sentAt });
  } catch (error) {
    if (response.headersSent || gone.signal.aborted) response.destroy();
    else if (error instanceof UpstreamError) refuse(response, error.kind, requestId);
    else throw error;
  }
}

export function refuse(
  response: ServerResponse,
  code: Failure,
  requestId: string,
  more: Record<string, string> = {},
): void {
  const { status, headers, body } = failureAnswer(code, requestId);
  response.writeHead(status, { ...securityHeaders, ...headers, ...more });
  response.end(JSON.stringify(body));
}

/** RFC 9112 section 6.3: a request has a body when it says how long it is, or that it comes in chunks. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The query as it came, with its `?`. */
function queryOf(target: string): string {
  const start = target.indexOf("?");
  return start === -1 ? "" : target.slice(start).replace(/#.*$/s, "");
}
