/** Headers of build files, of which a page loads two dozen: `permissions-policy` does not matter to them. */
export const securityHeadersOfFiles = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Headers of all other responses (ASVS 5.0 V3.4); pages add a Content-Security-Policy with a nonce. */
export const securityHeaders = {
  ...securityHeadersOfFiles,
  "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
} as const;

/** For responses that are not pages, and for the not-found page of a file: no scripts, no framing. */
export const policyOfData = {
  "content-security-policy":
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** Sent over https only, where it has an effect (RFC 6797 section 7.2). */
export const transportSecurity = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
} as const;
