import type { HeaderReader } from "./headers";

/**
 * Whether a request was made by our own pages: the header X-CSRF, which a foreign page cannot set without a
 * CORS preflight that is never granted, and Sec-Fetch-Site where the browser sends it.
 */
export function isOwnRequest(headers: HeaderReader): boolean {
  const site = headers.get("sec-fetch-site");
  return headers.get("x-csrf") === "1" && (site === null || site === "same-origin" || site === "none");
}
