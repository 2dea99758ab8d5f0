const known = new Set<string>();
const maxKnown = 1_000;

/** Whether a text names a zone of the IANA database that this machine knows, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // Newer engines take offsets such as +02:00 too, which older ones and the database may not.
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

/** Where the browser says it is. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
