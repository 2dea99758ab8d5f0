const nowhere = "http://local.invalid";

/**
 * Normalises an address as browsers do, if it stays within the product; undefined for anything that could lead to another
 * origin, or out of the product by `..` (RT-02).
 */
export function localAddress(address: string): string | undefined {
  // Browsers accept backslashes and control characters and may then leave the origin.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (address.length > 2000 || !/^\/(?!\/)/.test(address) || /[\\\u0000-\u001f\u007f]/.test(address))
    return undefined;
  const url = URL.canParse(address, nowhere) ? new URL(address, nowhere) : undefined;
  if (url?.origin !== nowhere || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search;
}
