/** An address of the web as links may lead there; undefined for one that runs or does something, or is none. */
export function webAddress(given: string | null | undefined): string | undefined {
  if (!given || !URL.canParse(given)) return undefined;
  const { protocol, href } = new URL(given);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
