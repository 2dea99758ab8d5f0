const oneYear = 60 * 60 * 24 * 365;

/** Stores a non-secret choice for the path and everything below it. */
export function keepCookie(name: string, value: string, path = "/", maxAge = oneYear): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are supported
  document.cookie = `${name}=${encodeURIComponent(value)}; path=${path}; max-age=${maxAge}; samesite=lax${secure}`;
}
