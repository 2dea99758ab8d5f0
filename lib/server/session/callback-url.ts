const unusedOrigin = "http://local.invalid";

/**
 * Returns the address to open after sign-in: a page of this app, or its home page (RT-02, AU-03). Ignores anything that a
 * browser could resolve to another origin, and pages that lead back to sign-in.
 * @param given raw parameter; app-relative, or with the prefix
 * @returns an address with the prefix, beginning with exactly one slash
 */
export function localCallback(given: unknown, prefix: string): string {
  const start = `${prefix}/`;
  // Browsers rewrite backslashes and control characters, which could lead to another origin.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (typeof given !== "string" || given.length > 2000 || /^(?!\/)|^\/\/|[\\\u0000-\u0020\u007f]/.test(given))
    return start;
  const parsed = URL.canParse(given, unusedOrigin) ? new URL(given, unusedOrigin) : undefined;
  if (!parsed || parsed.origin !== unusedOrigin || /^\/\/|\/(?:%2f|%5c)/i.test(parsed.pathname)) return start;
  const { pathname, search, hash } = parsed;
  const inside = pathname === prefix || pathname.startsWith(start);
  const path = inside ? pathname.slice(prefix.length) : pathname;
  if (/^\/(?:login|api)(?:\/|$)/i.test(path)) return start;
  return `${prefix}${path || "/"}${search}${hash}`;
}
