/** Milliseconds of difference that a slow answer explains, and that no day depends on. */
const tolerance = 30_000;

/** By how much the server's clock is ahead of this computer's. */
let ahead = 0;

/** The present moment by the server's clock, in milliseconds since 1970: what counts days must not depend on this computer's. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/**
 * Notes what time it was at the server. Its moment lies between a request and the end of its answer; as much as it lies outside,
 * the clocks differ.
 * @param told of the server's clock, in milliseconds since 1970; what is no number tells nothing
 * @param askedAt of `Date.now()`: before the server can have told it
 */
export function noteServerTime(told: number, askedAt: number): void {
  if (!Number.isFinite(told)) return;
  const now = Date.now();
  // The clock was put back meanwhile.
  if (askedAt > now) return;
  if (told > now + tolerance) ahead = told - now;
  else if (told < askedAt - tolerance) ahead = told - askedAt;
  else ahead = 0;
}
