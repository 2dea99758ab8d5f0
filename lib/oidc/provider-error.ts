/**
 * What a provider did not do as it should.
 * - `away`: no answer in time, none at all, or one that says so (5xx)
 * - `unusable`: an answer that is not what the standards say, such as a page in HTML
 * - `refused`: a refusal by the standard (RFC 6749 section 5.2), with its code
 * - `untrusted`: something signed that does not hold
 */
type ProviderFailure = "away" | "unusable" | "refused" | "untrusted";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    readonly kind: ProviderFailure,
    message: string,
    /** Of a refusal, such as `invalid_grant`. */
    readonly code = "",
  ) {
    super(message);
  }
}

/** Somebody else's words for a line of the log: they must not begin one of their own. */
export function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\x20-\x7e]/g, "?");
}
