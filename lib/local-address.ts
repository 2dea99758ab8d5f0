const nowhere = "http://local.invalid";

/**
 * An address as browsers read it, if it stays within the product; undefined for whatever could lead to another origin, or out of
 * the product by steps up (RT-02).
 */
export function localAddress(address: string): string | undefined {
  // Backslashes and control characters are what browsers repair on the way to another origin.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (address.length > 2000 || !/^\/(?!\/)/.test(address) || /[\\\u0000-\u001f\u007f]/.test(address))
    return undefined;
  const url = URL.canParse(address, nowhere) ? new URL(address, nowhere) : undefined;
  if (url?.origin !== nowhere || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search;
}
