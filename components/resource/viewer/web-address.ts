/** Returns a safe web address for a link; undefined if invalid or of another scheme. */
export function webAddress(given: string | null | undefined): string | undefined {
  if (!given || !URL.canParse(given)) return undefined;
  const { protocol, href } = new URL(given);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
