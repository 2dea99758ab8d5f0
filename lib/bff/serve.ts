import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { WebConfig } from "../config";
import { securityHeaders } from "../security-headers";
import { renewedHeader } from "../session/renewed";
import {
  authorizationOf,
  expiryOf,
  isTokenSession,
  type Resolved,
  resolveAgain,
  resolveSession,
} from "../session/resolve";
import type { Session } from "../session/seal";
import type { Place } from "../tenancy/place";
import { findEndpoint } from "./allow-list";
import { handOn } from "./answer-body";
import { type Failure, failureAnswer } from "./answers";
import { apiAddress } from "./api-address";
import { hasBody, isRepeatable, keptBody } from "./body";
import { type HeaderReader, headersOf, toApi, toBrowser } from "./headers";
import { requestIdOf } from "./request-id";
import { isOwnPicture, isOwnRequest } from "./same-origin";
import { send, type UpstreamAnswer, UpstreamError } from "./upstream";

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
  const endpoint = findEndpoint(request.method ?? "GET", place.path);
  const isPicture = endpoint !== undefined && "embeddable" in endpoint;
  if (!(isPicture ? isOwnPicture(headers) : isOwnRequest(headers)))
    return refuse(response, "crossSite", requestId);
  if (!endpoint) return refuse(response, "notFound", requestId);
  if (!("method" in endpoint))
    return refuse(response, "methodNotAllowed", requestId, { allow: endpoint.allow.join(", ") });

  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const cookies = headers.get("cookie");
    const resolved = await resolveSession(config, place, cookies);
    if (resolved.away) return refuse(response, "unavailable", requestId);
    // What nobody in particular sends is not even read, let alone kept in memory by the API.
    if (!resolved.session && hasBody(request) && endpoint.access !== "public")
      return refuse(response, "signedOut", requestId);
    const call = { request, headers, requestId, place, config, signal: gone.signal };
    const { answer, session, setCookies, isRenewed } = await forward(call, resolved);
    const { message, sentAt } = answer;
    const status = message.statusCode ?? 502;
    // The browser must not be sent anywhere by the API; nothing in the contract redirects.
    if (status >= 300 && status < 400 && status !== 304) {
      message.destroy();
      throw new UpstreamError("badGateway");
    }
    const writeHead = () =>
      response.writeHead(status, {
        ...securityHeaders,
        "x-request-id": requestId,
        ...toBrowser(message.headers),
        ...expiryOf(session),
        ...(isRenewed && { [renewedHeader]: "1" }),
        // What sets cookies is not to be kept.
        ...(isPicture && status === 200 && setCookies.length === 0 && { "cache-control": keptPicture }),
        ...(setCookies.length > 0 && { "set-cookie": setCookies }),
      });
    await handOn(message, response, { writeHead, sentAt });
  } catch (error) {
    if (response.headersSent || gone.signal.aborted) response.destroy();
    else if (error instanceof UpstreamError) refuse(response, error.kind, requestId);
    else throw error;
  }
}

interface Call {
  request: IncomingMessage;
  headers: HeaderReader;
  requestId: string;
  place: Place;
  config: WebConfig;
  signal: AbortSignal;
}

interface Forwarded extends Omit<Resolved, "away"> {
  answer: UpstreamAnswer;
  /** The call was refused, and would not be with the tokens that there are now. */
  isRenewed?: true;
}

/**
 * Sends the call. When the API refuses the access token of a provider, another one is asked for and the call made
 * once more (AU-05). A body that is too large to be kept goes on to the API as it comes: such a call is made again by
 * whoever made it, who is told.
 * @throws {UpstreamError}
 */
async function forward(call: Call, { session, setCookies }: Resolved): Promise<Forwarded> {
  const { request, headers, config, place } = call;
  const renewable = session !== undefined && isTokenSession(session);
  const repeatable = renewable && isRepeatable(request);
  const kept = repeatable ? await keptBody(request) : undefined;
  const bodyOf = () => (kept ? Readable.from([kept], { objectMode: false }) : streamOf(request, repeatable));
  const answer = await sendCall(call, session, bodyOf());
  if (answer.message.statusCode !== 401 || !renewable) return { answer, session, setCookies };
  const again = await resolveAgain(config, place, session, headers.get("cookie"));
  if (!again.session) {
    if (!again.away) return { answer, setCookies: [] };
    answer.message.destroy();
    throw new UpstreamError("unavailable");
  }
  if (!repeatable) return { answer, ...again, isRenewed: true };
  answer.message.destroy();
  return { answer: await sendCall(call, again.session, bodyOf()), ...again };
}

function streamOf(request: IncomingMessage, isKept: boolean): Readable | undefined {
  return !isKept && hasBody(request) ? request : undefined;
}

function sendCall(
  { request, headers, requestId, place, config, signal }: Call,
  session: Session | undefined,
  body: Readable | undefined,
): Promise<UpstreamAnswer> {
  const { method = "GET", url = "" } = request;
  return send({
    method,
    ...apiAddress(config, place, place.path + queryOf(url)),
    headers: toApi(headers, { requestId, authorization: session && authorizationOf(session) }),
    body,
    signal,
  });
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

/** The query as it came, with its `?`. */
function queryOf(target: string): string {
  const start = target.indexOf("?");
  return start === -1 ? "" : target.slice(start).replace(/#.*$/s, "");
}
