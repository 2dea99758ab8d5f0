import { RequestError } from "../http/errors";

/** Seconds after which a store that is away is worth another try. */
const retryAfter = "10";

/** There is no room for a file, and nothing is kept of it. */
export const storeFull = (cause: unknown) => new RequestError("storeFull", { status: 507, cause });

/** The store cannot be reached, does not answer, or refuses its service. */
export const storeAway = (cause: unknown) =>
  new RequestError("storeAway", { status: 503, headers: { "retry-after": retryAfter }, cause });
