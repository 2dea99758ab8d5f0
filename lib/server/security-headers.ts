/** On files of the build, of which a page loads two dozen: none of them asks for what `permissions-policy` is about. */
export const securityHeadersOfFiles = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** On every other answer, whoever makes it (ASVS 5.0 V3.4); pages add a Content-Security-Policy with a nonce. */
export const securityHeaders = {
  ...securityHeadersOfFiles,
  "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
} as const;

/** On what is no page, and on the page that stands for a file that is not there: nothing of it runs, and nobody frames it. */
export const policyOfData = {
  "content-security-policy":
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** Only over https, where it means something (RFC 6797 section 7.2). */
export const transportSecurity = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
} as const;
