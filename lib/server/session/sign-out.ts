import { auth } from "../../contract/auth";
import type { WebConfig } from "../config/config";
import { callApi } from "../http/call-api";
import { toApi } from "../http/headers";
import { UpstreamError } from "../http/upstream";
import type { TenantLocation } from "../tenancy/tenant-location";
import { endedSessionCookies, readSession, sessionsIn } from "./cookie";
import { endOwnSession } from "./oidc/rp-initiated-logout";
import { answerOwnRequest } from "./own-request";
import { authorizationOf, isTokenSession } from "./resolve";
import type { Session } from "./seal";
import { sessionStore } from "./store";
import { sessionName } from "./store-names";

/**
 * Ends the session, so that no copy of its cookie remains valid, and removes the cookie (AU-08). A provider session
 * continues at the provider; its address is in the response. In basic mode it also ends at the API; while that is away
 * the response says so.
 */
export function signOut(request: Request, config: WebConfig): Promise<Response> {
  return answerOwnRequest(request, config, true, async ({ requestId, place, fail }) => {
    const cookieHeader = request.headers.get("cookie");
    const headers = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
    const { session, isContradictory: planted } = await readSession(config, place, cookieHeader);
    for (const cookie of endedSessionCookies(config, place, cookieHeader, { planted }))
      headers.append("set-cookie", cookie);
    try {
      if (session && isTokenSession(session)) {
        endListed(config, place, session, requestId);
        const { goOn, cookie } = await endOwnSession(config, place, session);
        headers.append("set-cookie", cookie);
        return Response.json({ goOn }, { headers });
      }
      const ended = planted
        ? await endAll(config, place, cookieHeader, requestId)
        : !session || (await endBasic(config, place, session, requestId));
      return ended ? new Response(null, { status: 204, headers }) : fail("unavailable", headers);
    } catch (error) {
      if (error instanceof UpstreamError) return fail(error.kind, headers);
      throw error;
    }
  });
}

/** Ends every session among contradictory cookies: one of them is the real one. */
async function endAll(
  config: WebConfig,
  place: TenantLocation,
  cookieHeader: string | null,
  requestId: string,
): Promise<boolean> {
  const sessions = await sessionsIn(config, place, cookieHeader);
  const ended = await Promise.all(
    sessions.map((session) => {
      if (!isTokenSession(session)) return endBasic(config, place, session, requestId);
      endListed(config, place, session, requestId);
      return endOwnSession(config, place, session).then(() => true);
    }),
  );
  return !ended.includes(false);
}

/**
 * Ends a basic-mode session, here and at the API.
 * @returns whether the API has forgotten the session's secret
 * @throws {UpstreamError} while the session store is away, after calling the API
 */
export async function endBasic(
  config: WebConfig,
  place: Pick<TenantLocation, "tenant">,
  session: Session,
  requestId: string,
): Promise<boolean> {
  const { id, began, oidc } = session;
  const [endedHere, endedAtApi] = await Promise.allSettled([
    sessionStore(config).end([sessionName(id)], began + config.sessionLifetimeSeconds * 1000),
    oidc ? true : endAtApi(config, place, session, requestId),
  ]);
  if (endedHere.status === "rejected") throw endedHere.reason;
  if (endedAtApi.status === "rejected") throw endedAtApi.reason;
  return endedAtApi.value;
}

/** Ends a session at the API, not awaited: it has ended here, even if the API still lists it. */
export function endListed(...given: Parameters<typeof endAtApi>): void {
  void endAtApi(...given).catch(() => undefined);
}

/** Ends a session at the API. @returns whether the API is known to have ended it */
async function endAtApi(
  config: WebConfig,
  place: Pick<TenantLocation, "tenant">,
  session: Session,
  requestId: string,
): Promise<boolean> {
  try {
    const headers = toApi(new Headers(), { requestId, ...authorizationOf(session) });
    const { status } = await callApi({ config, place, endpoint: auth.signOut, headers });
    return status < 500;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}
