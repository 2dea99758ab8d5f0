// See docs/decisions/0007.

/**
 * The Content-Security-Policy of a page (ASVS 5.0 V3.4.3). Scripts run only with the nonce of their response. Inline styles
 * are allowed, because the libraries for popups and scroll locking use them.
 * @param development next dev evaluates source maps and opens a web socket
 */
export function contentSecurityPolicy(nonce: string, { development = false, https = false } = {}): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
