const oneYear = 60 * 60 * 24 * 365;

/** Remembers a choice that is no secret, for the path and all below it. */
export function keepCookie(name: string, value: string, path = "/", maxAge = oneYear): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are supported
  document.cookie = `${name}=${encodeURIComponent(value)}; path=${path}; max-age=${maxAge}; samesite=lax${secure}`;
}
