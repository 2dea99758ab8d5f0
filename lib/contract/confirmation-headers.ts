/**
 * On the 403 `confirmationNeeded`: the factors that confirm the session, such as `passkey, totp, recovery, password`, or
 * `provider` for a new sign-in at the identity provider.
 */
export const confirmationHeader = "x-confirmation-needed";

/** On that 403: when the session's user last gave a factor, in ISO 8601; missing if that is unknown. */
export const lastConfirmedHeader = "x-last-confirmed";
