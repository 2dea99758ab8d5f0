/** Policies of second factors (AU-11), from the weakest to the strictest. */
export const secondFactorPolicies = ["optional", "administrators", "everybody"] as const;

/** Second factors of a user, in the list of users: none, an authenticator app, a passkey, or both. */
export const secondFactorsHeld = ["none", "totp", "passkey", "both"] as const;
