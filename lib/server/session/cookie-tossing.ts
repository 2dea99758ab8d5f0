import { chunkNames } from "../../session/chunks";
import type { WebConfig } from "../config";
import { type CookieLocation, sessionCookieName, setCookie, unprotectedName } from "./cookie-name";

/**
 * Whether somebody has put a cookie beside a protected one, under its name without the prefix that protects it (cookie tossing):
 * over plain http, say.
 */
export function hasUnprotected(
  settings: Pick<WebConfig, "publicUrl">,
  where: CookieLocation,
  cookieHeader: string | null,
): boolean {
  const isProtected = sessionCookieName(settings, where) !== unprotectedName(where);
  return isProtected && chunkNames(cookieHeader, unprotectedName(where)).length > 0;
}

/** Lines that one answer may have for removing tossed cookies: servers in between refuse larger heads. */
const maxPlanted = 24;

/**
 * Values of the Set-Cookie headers that remove what somebody may have tossed in beside the session's own cookies, for a domain
 * above this host or under another path. What was set under a path that the request does not tell stays.
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
  // The host's own domain too: a cookie for it is another one than that of the host alone.
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  const own = where.prefix || "/";
  const deeper = [`${where.prefix}/api${where.path ?? ""}`, where.prefix + (where.path ?? "")].flatMap(
    pathsAbove,
  );
  // What is likeliest first, as not all may fit in.
  const places = [[own, "/"], deeper].flatMap((paths) =>
    ["", ...domains].flatMap((domain) => paths.map((path) => ({ domain, path }))),
  );
  const lines = places
    .flatMap((place) => [...names].map((each) => ({ ...place, name: each })))
    // The host's own at that path are the caller's; browsers keep one that is named `__Host-` from everywhere else.
    .filter(({ domain, path, name: each }) => domain || path !== own || !ownNames.has(each))
    .filter(({ name: each }) => !each.startsWith("__Host-"))
    .map(({ domain, ...cookie }) => {
      const line = setCookie(settings, { ...cookie, value: "", maxAge: 0 });
      return domain ? `${line}; Domain=${domain}` : line;
    });
  return [...new Set(lines)].slice(0, maxPlanted);
}

/** `/a/b` has `/a/b` and `/a` above it; a path that a header cannot carry as it is has none. */
function pathsAbove(path: string): string[] {
  if (!/^[\w.~%/-]{1,200}$/.test(path)) return [];
  const segments = path.split("/").filter(Boolean);
  return segments.map((_, index) => `/${segments.slice(0, segments.length - index).join("/")}`);
}
