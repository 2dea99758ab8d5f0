/**
 * Encoded slash, backslash and NUL, CR, LF in a path, and segments of dots however they are written:
 * servers disagree about what they mean, and a path that two servers read differently is a way around the
 * allow-list.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const suspicious = /%(?:2f|5c|00|0a|0d|25)|\\|[\u0000-\u0020\u007f]|(?:(?<=\/)|^)(?:\.|%2e){1,2}(?=\/|$)/i;
const allSuspicious = new RegExp(suspicious, "gi");

/** U+FFFD, the sign for what could not be read; in lower case, as the address of a view is. */
const unreadable = "%ef%bf%bd";

/** What the middleware leaves alone; below it there are no pages. */
export const isBelowApi = (path: string): boolean => path.includes("/api/");
/** Whether a path is answered by a route handler of its own, in a folder of `app/api` beside `[...path]`, and never passed on. */
export const hasOwnHandler = (path: string): boolean => /\/api\/(?:auth|messages)\//.test(path);
export const isBelowNext = (path: string): boolean => path.includes("/_next/");

/**
 * What Next finds files and handlers by: without base path and tenant, which the one build does not know (CF-01), and without a slash
 * at the end of a call's path, from which Next would redirect.
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

/** Whether every server on the way reads this path alike; also false where percent-encoding is broken. */
export function isPlainPath(path: string): boolean {
  if (suspicious.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The path with a sign in place of each part that is not plain, for telling a person that nothing is there. */
export function plainPath(path: string): string {
  return path
    .replace(allSuspicious, unreadable)
    .replace(/(?:%[0-9a-f]{0,2})+/gi, (encoded) => (isPlainPath(encoded) ? encoded : unreadable));
}
