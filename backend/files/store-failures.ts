import { RequestError } from "../core/errors";

/** Seconds after which to retry an unavailable store. */
const retryAfter = "10";

/** There is no room for a file; nothing of it is stored. */
export const storeFull = (cause: unknown) => new RequestError("storeFull", { status: 507, cause });

/** The store is unreachable, does not respond, or refuses its service. */
export const storeUnavailable = (cause: unknown) =>
  new RequestError("storeAway", { status: 503, headers: { "retry-after": retryAfter }, cause });
