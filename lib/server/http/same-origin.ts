import type { HeaderReader } from "./headers";

/**
 * Whether a request comes from our own pages: it has the header X-CSRF, which a foreign page cannot set without a CORS
 * preflight that is never granted, and an own Sec-Fetch-Site if the browser sends it.
 */
export function isOwnRequest(headers: HeaderReader): boolean {
  return headers.get("x-csrf") === "1" && isFromHere(headers);
}

/**
 * Whether a request without a CSRF header, for a picture or a linked file, comes from our pages or the address bar,
 * according to the browser; foreign pages send no cookies.
 */
export function isFromHere(headers: HeaderReader): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}

/**
 * Whether the user navigates to a file, according to the browser: a document loads pictures, styles and frames without a
 * user action, and fetching a file may be logged or counted.
 */
export function isFollowedLink(headers: HeaderReader): boolean {
  const destination = headers.get("sec-fetch-dest");
  return destination === null || destination === "document" || destination === "empty";
}
