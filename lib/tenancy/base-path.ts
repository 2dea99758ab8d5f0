/** Segments of RFC 3986 unreserved characters; `.` and `..` would leave the path. */
const segments = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)*$/;

const ownSegments = new Set(["api", "_next"]);

/**
 * `/admin/` and `/admin` become `/admin`, `/` becomes empty.
 * @returns undefined if the product cannot be served under this path
 */
export function parseBasePath(given: string): string | undefined {
  const path = given.replace(/\/+$/, "");
  if (!segments.test(path)) return undefined;
  return path.split("/").some((segment) => ownSegments.has(segment)) ? undefined : path;
}
