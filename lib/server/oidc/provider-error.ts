import { brand } from "../core/branded-error";

/**
 * Kinds of provider failures.
 * - `away`: no response, a late one, or a server error (5xx)
 * - `unusable`: a response that violates the standards, such as an HTML page
 * - `refused`: a standard error (RFC 6749 section 5.2), with its code
 * - `untrusted`: an invalid signed token
 */
type ProviderFailure = "away" | "unusable" | "refused" | "untrusted";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    readonly kind: ProviderFailure,
    message: string,
    /** Error code of a refusal, such as `invalid_grant`. */
    readonly code = "",
  ) {
    super(message);
  }
}
brand(ProviderError, "ProviderError");

/** JWTs, and any other long random text that could be a credential; a UUID with hyphens (RFC 9562) has 36 characters. */
const credentials = /\beyJ[\w-]+(?:\.[\w-]*)*|[\w+-]{40,}={0,2}/g;

/**
 * Sanitises foreign text for the log: on one line, without credentials.
 * @param secrets values to remove, regardless of their form
 */
export function printable(text: string, secrets: readonly string[] = [], maxLength = 100): string {
  let clean = text.slice(0, 10 * maxLength);
  for (const secret of secrets) if (secret.length > 3) clean = clean.replaceAll(secret, "…");
  clean = clean.replace(credentials, "…").replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, "?");
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean;
}

/** The reason for a refusal (RFC 6749, section 5.2; RFC 6750, section 3), for the log. */
export function refusalText(
  { error, error_description: description }: { error: string; error_description?: string },
  secrets: readonly string[] = [],
): string {
  const code = printable(error, secrets);
  return description ? `${code} (${printable(description, secrets, 300)})` : code;
}
