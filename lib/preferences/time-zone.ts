const known = new Set<string>();
const maxKnown = 1_000;

/** Whether a text is an IANA time zone known to this machine, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // Newer engines also accept offsets such as +02:00, which older ones and the database may not.
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false;
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  if (known.size < maxKnown) known.add(name);
  return true;
}

/** The browser's time zone. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
