import { chunkNames } from "../../session/chunks";
import type { WebConfig } from "../config/config";
import { type CookieLocation, sessionCookieName, setCookie, unprotectedName } from "./cookie-name";

/** Detects cookie tossing: a cookie under the unprefixed name beside a protected one, set over plain http, for example. */
export function hasUnprotected(
  settings: Pick<WebConfig, "publicUrl">,
  where: CookieLocation,
  cookieHeader: string | null,
): boolean {
  const isProtected = sessionCookieName(settings, where) !== unprotectedName(where);
  return isProtected && chunkNames(cookieHeader, unprotectedName(where)).length > 0;
}

/** Maximum number of headers that remove tossed cookies: proxies refuse larger headers. */
const maxRemovals = 24;

/**
 * Set-Cookie values that remove cookies planted beside the session's own, for a parent domain or another path. Cookies
 * under a path that the request does not reveal remain.
 */
export function removalsOfTossedCookies(
  settings: Pick<WebConfig, "publicUrl">,
  where: CookieLocation,
  cookieHeader: string | null,
): string[] {
  const name = sessionCookieName(settings, where);
  const ownNames = new Set([name, ...chunkNames(cookieHeader, name)]);
  const names = new Set([...ownNames, ...chunkNames(cookieHeader, unprotectedName(where))]);
  const { hostname } = settings.publicUrl;
  const labels = /^[\d.]+$|:/.test(hostname) ? [] : hostname.split(".");
  // Includes the host's own domain: a cookie with that Domain differs from a host-only cookie.
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  const own = where.prefix || "/";
  const requestPaths = [`${where.prefix}/api${where.path ?? ""}`, where.prefix + (where.path ?? "")].flatMap(
    pathsAbove,
  );
  // The likeliest places first: not all may fit.
  const places = [[own, "/"], requestPaths].flatMap((paths) =>
    ["", ...domains].flatMap((domain) => paths.map((path) => ({ domain, path }))),
  );
  const lines = places
    .flatMap((place) => [...names].map((each) => ({ ...place, name: each })))
    // Skips the session's own cookies; browsers already protect `__Host-` names.
    .filter(({ domain, path, name: each }) => domain || path !== own || !ownNames.has(each))
    .filter(({ name: each }) => !each.startsWith("__Host-"))
    .map(({ domain, ...cookie }) => {
      const line = setCookie(settings, { ...cookie, value: "", maxAge: 0 });
      return domain ? `${line}; Domain=${domain}` : line;
    });
  return [...new Set(lines)].slice(0, maxRemovals);
}

/** Parent paths: `/a/b` yields `/a/b` and `/a`; a path that is unsafe in a header yields none. */
function pathsAbove(path: string): string[] {
  if (!/^[\w.~%/-]{1,200}$/.test(path)) return [];
  const segments = path.split("/").filter(Boolean);
  return segments.map((_, index) => `/${segments.slice(0, segments.length - index).join("/")}`);
}
