import { failure } from "../bff/answers";
import { apiPlaceOf } from "../bff/api-place";
import { callApi } from "../bff/call-api";
import { noted } from "../bff/noted";
import { requestIdOf } from "../bff/request-id";
import { isOwnRequest } from "../bff/same-origin";
import { UpstreamError } from "../bff/upstream";
import type { WebConfig } from "../config";
import { auth } from "../contract/auth";
import type { Place } from "../tenancy/place";
import { cookieValues, endedSessionCookie, sessionCookieName, sessionFrom } from "./cookie";
import type { Session } from "./seal";

/**
 * Ends the session at the API, so that no copy of the cookie works any more, and removes the cookie (AU-08).
 * While the API is away the cookie is removed all the same, and the answer says that the session could not be ended.
 */
export async function signOut(request: Request, config: WebConfig): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const place = apiPlaceOf(request.headers.get(noted.target) ?? "", config);
  if (!isOwnRequest(request.headers)) return failure("crossSite", requestId);
  if (!place) return failure("notFound", requestId);

  const cookies = cookieValues(request.headers.get("cookie"), sessionCookieName(config, place));
  const session = await sessionFrom(config, place, cookies);
  const ended = !session || (await endSecret(config, place, session, requestId));
  const removal = { "set-cookie": endedSessionCookie(config, place) };
  if (!ended) return failure("unavailable", requestId, removal);
  return new Response(null, {
    status: 204,
    headers: { "cache-control": "no-store", "x-request-id": requestId, ...removal },
  });
}

/** @returns whether the API knows the session's secret no longer */
export async function endSecret(
  config: WebConfig,
  place: Pick<Place, "tenant">,
  { accessToken }: Session,
  requestId: string,
): Promise<boolean> {
  try {
    const headers = { authorization: `Basic ${accessToken}`, "x-request-id": requestId };
    const { status } = await callApi({ config, place, endpoint: auth.signOut, headers });
    return status < 500;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}
