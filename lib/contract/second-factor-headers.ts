/**
 * Sent with `GET auth`: the second factor, a code of an authenticator app or a recovery code. On the 401
 * `secondFactorNeeded` it lists the account's kinds, such as `passkey, totp, recovery`; on `secondFactorSetupNeeded`
 * the kinds that can be set up.
 */
export const secondFactorHeader = "x-second-factor";

/**
 * On both 401: a token that replaces the password in the repeated call, so that clients need not keep the password. Valid
 * for five minutes, or 15 for a set-up, for one sign-in.
 */
export const secondFactorStepHeader = "x-second-factor-step";

/** What completes a sign-in. A passkey is used in place of the password and the second step. */
export const secondFactorKinds = ["passkey", "totp", "recovery"] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];
