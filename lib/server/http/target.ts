/**
 * Encoded slash, backslash, NUL, CR and LF in a path, and dot segments in any spelling: servers disagree on them, and a
 * path that two servers read differently bypasses the allow-list.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const suspicious = /%(?:2f|5c|00|0a|0d|25)|\\|[\u0000-\u0020\u007f]|(?:(?<=\/)|^)(?:\.|%2e){1,2}(?=\/|$)/i;
const allSuspicious = new RegExp(suspicious, "gi");

/** U+FFFD, the replacement character; in lower case, like the address of a view. */
const unreadable = "%ef%bf%bd";

/** Excluded from the middleware; below it there are no pages. */
export const isBelowApi = (path: string): boolean => path.includes("/api/");
/** Whether a path has a separate route handler, in a folder of `app/api` beside `[...path]`, and is never forwarded. */
export const hasOwnHandler = (path: string): boolean => /\/api\/(?:auth|messages)\//.test(path);
export const isBelowNext = (path: string): boolean => path.includes("/_next/");

/**
 * The target for Next's routing: without base path and tenant, which the build does not know (CF-01), and without a
 * trailing slash of a call, which Next would redirect.
 */
export function withoutPrefix(target: string): string {
  const path = pathOfTarget(target);
  const own = path.slice(/\/(?:_next|api)\//.exec(path)?.index ?? 0);
  return (isBelowApi(path) ? own.replace(/(?<=[^/])\/$/, "") : own) + target.slice(path.length);
}

/** The path of a request target in origin or absolute form (RFC 9112 section 3.2), undecoded. */
export function pathOfTarget(target: string): string {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target);
  const end = target.search(/[?#]/);
  return target.slice(absolute?.[0].length ?? 0, end === -1 ? undefined : end);
}

/** Whether all servers read this path alike; false for broken percent-encoding too. */
export function isPlainPath(path: string): boolean {
  if (suspicious.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The path with a replacement character for each invalid part, for a not-found page. */
export function plainPath(path: string): string {
  return path
    .replace(allSuspicious, unreadable)
    .replace(/(?:%[0-9a-f]{0,2})+/gi, (encoded) => (isPlainPath(encoded) ? encoded : unreadable));
}
