const known = new Set<string>();
const knownAtMost = 1_000;

/** The IANA name in a Timezone header; undefined when there is no such zone. */
export function timezoneOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== "string" || header.length > 64) return undefined;
  if (known.has(header)) return header;
  try {
    new Intl.DateTimeFormat("en", { timeZone: header });
  } catch {
    return undefined;
  }
  if (known.size < knownAtMost) known.add(header);
  return header;
}
