const oneYear = 60 * 60 * 24 * 365;

/** Remembers a choice that is no secret for a year, for every path of the site. */
export function keepCookie(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are supported
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${oneYear}; samesite=lax${secure}`;
}
