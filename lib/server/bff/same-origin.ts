import type { HeaderReader } from "./headers";

/**
 * Whether a request was made by our own pages: the header X-CSRF, which a foreign page cannot set without a
 * CORS preflight that is never granted, and Sec-Fetch-Site where the browser sends it.
 */
export function isOwnRequest(headers: HeaderReader): boolean {
  return headers.get("x-csrf") === "1" && isFromHere(headers);
}

/**
 * Whether a page of ours, or whoever types an address, asks for what no header can be sent along for: a picture, or a file
 * that a plain link leads to. As far as the browser says; foreign pages get no cookies sent along.
 */
export function isFromHere(headers: HeaderReader): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}

/**
 * Whether a link to a file is followed, as far as the browser says: pictures, styles and frames ask for an address that a document
 * names without its reader having done anything, and fetching a file may be logged or counted.
 */
export function isFollowedLink(headers: HeaderReader): boolean {
  const destination = headers.get("sec-fetch-dest");
  return destination === null || destination === "document" || destination === "empty";
}
