const placeholder = "{tenant}";

/** The issuer that a tenant's people sign in with. */
export function issuerOf(issuer: string, tenantIdentifier: string): string {
  return issuer.replaceAll(placeholder, tenantIdentifier);
}

/** Whether two spellings name one issuer: a slash at the end is easily left out of a setting. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}

/** Whether a setting can be an issuer: an address without query and fragment (OpenID Connect Discovery 1.0, section 3). */
export function isIssuer(text: string): boolean {
  const filled = issuerOf(text, "tenant");
  if (!URL.canParse(filled)) return false;
  const { protocol, search, hash, username, password } = new URL(filled);
  return /^https?:$/.test(protocol) && !search && !hash && !username && !password;
}

export const hasPlaceholder = (issuer: string) => issuer.includes(placeholder);
