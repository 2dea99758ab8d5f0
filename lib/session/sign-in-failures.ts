/**
 * Why a sign-in came to nothing.
 * - `denied`: the user or the provider said no
 * - `refused`: any other refusal of the provider
 * - `away`: the provider did not answer
 * - `unusable`: what it answered is not what OpenID Connect asks for
 * - `untrusted`: what it signed does not hold
 * - `expired`: the sign-in was not begun in this browser, or too long ago, or was used already
 * - `unknownUser`: the provider knows them, this product does not
 * - `unidentified`: the provider vouches for somebody and refuses to say whom this product could know
 * - `apiAway`: nobody could be asked who they are
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
  "apiAway",
] as const;
export type SignInFailureKind = (typeof signInFailures)[number];
