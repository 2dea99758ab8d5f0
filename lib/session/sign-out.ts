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
import { endedSessionCookies, sessionFrom } from "./cookie";
import { endHere } from "./oidc/leave";
import { isTokenSession } from "./resolve";
import type { Session } from "./seal";
import { sessionStore } from "./store";
import { sessionName } from "./store-names";

/**
 * Ends the session, so that no copy of the cookie works any more, and removes the cookie (AU-08). A session that a
 * provider has vouched for goes on to the provider, whose address the answer names. In basic mode it ends at the API; while
 * that is away the answer says that it could not be ended there.
 */
export async function signOut(request: Request, config: WebConfig): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const place = apiPlaceOf(request.headers.get(noted.target) ?? "", config);
  if (!isOwnRequest(request.headers)) return failure("crossSite", requestId);
  if (!place) return failure("notFound", requestId);

  const cookieHeader = request.headers.get("cookie");
  const headers = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
  for (const cookie of endedSessionCookies(config, place, cookieHeader)) headers.append("set-cookie", cookie);
  try {
    const session = await sessionFrom(config, place, cookieHeader);
    if (session && isTokenSession(session)) {
      const { goOn, cookie } = await endHere(config, place, session);
      headers.append("set-cookie", cookie);
      return Response.json({ goOn }, { headers });
    }
    const ended = !session || (await endBasic(config, place, session, requestId));
    return ended ? new Response(null, { status: 204, headers }) : failure("unavailable", requestId, headers);
  } catch (error) {
    if (error instanceof UpstreamError) return failure(error.kind, requestId, headers);
    throw error;
  }
}

/**
 * Ends a session of basic mode, here and at the API.
 * @returns whether the API knows the session's secret no longer
 */
export async function endBasic(
  config: WebConfig,
  place: Pick<Place, "tenant">,
  { accessToken, id, began, oidc }: Session,
  requestId: string,
): Promise<boolean> {
  await sessionStore(config).end([sessionName(id)], began + config.sessionLifetimeSeconds * 1000);
  if (oidc) return true;
  try {
    const headers = { authorization: `Basic ${accessToken}`, "x-request-id": requestId };
    const { status } = await callApi({ config, place, endpoint: auth.signOut, headers });
    return status < 500;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}
