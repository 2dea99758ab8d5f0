/** Whether the browser knows passkeys; those without WebAuthn must not offer any. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== "undefined";
