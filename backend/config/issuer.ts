const placeholder = "{tenant}";

/** The issuer for a tenant's users. */
export function issuerOf(issuer: string, tenantIdentifier: string): string {
  return issuer.replaceAll(placeholder, tenantIdentifier);
}

/**
 * Whether a setting is a valid issuer: an address without query and fragment (OpenID Connect Discovery 1.0, section 3).
 */
export function isIssuer(text: string): boolean {
  const filled = issuerOf(text, "tenant");
  if (!URL.canParse(filled)) return false;
  const { protocol, search, hash, username, password } = new URL(filled);
  return /^https?:$/.test(protocol) && !search && !hash && !username && !password;
}

/** Whether an issuer of Entra ID accepts every account at Microsoft. */
export const isOfAnyDirectory = (issuer: string): boolean =>
  /^\/(common|organizations|consumers)(\/|$)/.test(new URL(issuerOf(issuer, "tenant")).pathname);

export const hasPlaceholder = (issuer: string) => issuer.includes(placeholder);
