import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebConfig } from "../config";
import { chunkNames, cookiePairs } from "../session/chunks";
import { endedSessionCookies, hasSessionCookie, sessionCookieName } from "../session/cookie";
import { resolveSession } from "../session/resolve";
import { type Place, placeOf } from "../tenancy/place";
import { noted } from "./noted";
import { pathOfTarget } from "./target";
import { UpstreamError } from "./upstream";

/**
 * Renews the session of a page request before Next renders it, because a page cannot set cookies while it is rendered
 * (AU-04), and clears cookies that are nobody's.
 */
export async function renewForVisit(
  request: IncomingMessage,
  response: ServerResponse,
  config: WebConfig,
): Promise<void> {
  const place = placeOf(pathOfTarget(request.url ?? ""), config);
  const cookieHeader = request.headers.cookie ?? null;
  if (!place || !hasSessionCookie(config, place, cookieHeader)) return;
  try {
    const { session, setCookies, away } = await resolveSession(config, place, cookieHeader);
    if (away) request.headers[noted.away] = "1";
    else if (!session) response.appendHeader("set-cookie", endedSessionCookies(config, place, cookieHeader));
    else if (setCookies.length > 0) {
      request.headers.cookie = replaced(cookieHeader, setCookies, config, place);
      response.appendHeader("set-cookie", setCookies);
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    request.headers[noted.away] = "1";
  }
}

/** The Cookie header as the browser will send it from now on. */
function replaced(
  header: string | null,
  setCookies: readonly string[],
  config: WebConfig,
  place: Place,
): string {
  const old = new Set(chunkNames(header, sessionCookieName(config, place)));
  const others = cookiePairs(header).filter((pair) => !old.has(pair.slice(0, pair.indexOf("="))));
  const fresh = setCookies
    .map((line) => line.slice(0, line.indexOf(";")))
    .filter((pair) => !pair.endsWith("="));
  return [...others, ...fresh].filter(Boolean).join("; ");
}
