/**
 * Sent with `GET auth`: the second factor, a code of an authenticator app or a recovery code. On the 401
 * `secondFactorNeeded` it lists what the account has, such as `passkey, totp, recovery`.
 */
export const secondFactorHeader = "x-second-factor";

/**
 * On that 401: a token that replaces the password in the repeated call, so that clients need not keep the password. Valid
 * for five minutes, for one sign-in.
 */
export const secondFactorStepHeader = "x-second-factor-step";

/** What completes a sign-in. A passkey is used in place of the password and the second step. */
export const secondFactorKinds = ["passkey", "totp", "recovery"] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];
