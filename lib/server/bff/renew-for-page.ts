import type { IncomingMessage, ServerResponse } from "node:http";
import { chunkNames, cookiePairs } from "../../session/chunks";
import type { WebConfig } from "../config/config";
import { internalHeaders } from "../http/internal-headers";
import { pathOfTarget } from "../http/target";
import { UpstreamError } from "../http/upstream";
import { endedSessionCookies, hasSessionCookie } from "../session/cookie";
import { sessionCookieName } from "../session/cookie-name";
import { resolveSession } from "../session/resolve";
import { type TenantLocation, tenantLocationOf } from "../tenancy/tenant-location";

/**
 * Renews the session of a page request before Next renders it, because a page cannot set cookies during rendering (AU-04),
 * and clears invalid cookies.
 */
export async function renewForPage(
  request: IncomingMessage,
  response: ServerResponse,
  config: WebConfig,
): Promise<void> {
  const place = tenantLocationOf(pathOfTarget(request.url ?? ""), config);
  const cookieHeader = request.headers.cookie ?? null;
  if (!place || !hasSessionCookie(config, place, cookieHeader)) return;
  try {
    const { session, setCookies, away } = await resolveSession(config, place, cookieHeader);
    if (away) {
      request.headers[internalHeaders.away] = "1";
      if (setCookies.length > 0) response.appendHeader("set-cookie", setCookies);
    } else if (!session)
      response.appendHeader(
        "set-cookie",
        setCookies.length > 0 ? setCookies : endedSessionCookies(config, place, cookieHeader),
      );
    else if (setCookies.length > 0) {
      request.headers.cookie = replaced(cookieHeader, setCookies, config, place);
      response.appendHeader("set-cookie", setCookies);
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    request.headers[internalHeaders.away] = "1";
  }
}

/** The Cookie header as the browser will send it next. */
function replaced(
  header: string | null,
  setCookies: readonly string[],
  config: WebConfig,
  place: TenantLocation,
): string {
  const old = new Set(chunkNames(header, sessionCookieName(config, place)));
  const others = cookiePairs(header).filter((pair) => !old.has(pair.slice(0, pair.indexOf("="))));
  const fresh = setCookies
    .map((line) => line.slice(0, line.indexOf(";")))
    .filter((pair) => !pair.endsWith("="));
  return [...others, ...fresh].filter(Boolean).join("; ");
}
