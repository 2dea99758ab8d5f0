/** Ignored difference in milliseconds: slow responses may cause it, and it does not affect days. */
const tolerance = 30_000;

/** Milliseconds by which the server's clock is ahead of this computer's. */
let ahead = 0;

/** Current time by the server's clock, in milliseconds since 1970, since this computer's may be wrong. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/**
 * Compares the clocks. The server's time lies between a request and the end of its response; any excess is the difference.
 * @param received the server's time in milliseconds since 1970; NaN is ignored
 * @param askedAt `Date.now()` before the request
 */
export function noteServerTime(received: number, askedAt: number): void {
  if (!Number.isFinite(received)) return;
  const now = Date.now();
  // This computer's clock was set back meanwhile.
  if (askedAt > now) return;
  if (received > now + tolerance) ahead = received - now;
  else if (received < askedAt - tolerance) ahead = received - askedAt;
  else ahead = 0;
}
