import { brand } from "../branded-error";

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
brand(ProviderError, "ProviderError");

/** JWTs, and whatever else is long and random as a credential is; an id in hyphens (RFC 9562) has 36 characters. */
const credentials = /\beyJ[\w-]+(?:\.[\w-]*)*|[\w+-]{40,}={0,2}/g;

/**
 * Somebody else's words for a line of the log: they must not begin one of their own, nor bring credentials into it.
 * @param secrets what must not be in it, whatever it looks like
 */
export function printable(text: string, secrets: readonly string[] = [], longest = 100): string {
  let clean = text.slice(0, 10 * longest);
  for (const secret of secrets) if (secret.length > 3) clean = clean.replaceAll(secret, "…");
  clean = clean.replace(credentials, "…").replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, "?");
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
}

/** What a refusal says of its reason (RFC 6749, section 5.2; RFC 6750, section 3), for a line of the log. */
export function refusalText(
  { error, error_description: description }: { error: string; error_description?: string },
  secrets: readonly string[] = [],
): string {
  const code = printable(error, secrets);
  return description ? `${code} (${printable(description, secrets, 300)})` : code;
}
