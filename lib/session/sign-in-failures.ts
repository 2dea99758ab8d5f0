/**
 * Reasons for a failed sign-in.
 * - `denied`: refused by the user or the provider
 * - `refused`: any other refusal of the provider
 * - `away`: the provider did not respond
 * - `unusable`: its response violates OpenID Connect
 * - `untrusted`: an invalid signed token
 * - `expired`: the sign-in began in another browser, is too old, or was already used
 * - `unknownUser`: known to the provider, but not to this product
 * - `unidentified`: the provider does not identify the user in a way this product knows
 * - `tooLarge`: the provider's tokens are larger than the API accepts
 * - `apiAway`: the API could not check the user
 */
export const signInFailures = [
  "denied",
  "refused",
  "away",
  "unusable",
  "untrusted",
  "expired",
  "unknownUser",
  "unidentified",
  "tooLarge",
  "apiAway",
] as const;
export type SignInFailureKind = (typeof signInFailures)[number];
