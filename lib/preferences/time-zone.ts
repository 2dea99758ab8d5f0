/** Current names of time zones by the former names that Intl returns, which a database may not know. */
const currentNames: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const known = new Map<string, string>();
const maxKnown = 1_000;

/**
 * Normalises the name of a time zone from another program: aliases and other letter cases become the IANA name that Intl and
 * PostgreSQL share, such as `Europe/Berlin`. Undefined for unknown zones, such as `Etc/Unknown`.
 */
export function knownTimeZone(name: unknown): string | undefined {
  // Newer engines also accept offsets such as +02:00; older ones and the database may not.
  if (typeof name !== "string" || name.length > 64 || !/^[A-Za-z]/.test(name)) return undefined;
  const found = known.get(name) ?? resolved(name);
  if (found && known.size < maxKnown) known.set(name, found);
  return found;
}

function resolved(timeZone: string): string | undefined {
  try {
    const name = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
    return currentNames[name] ?? name;
  } catch {
    return undefined;
  }
}

export function isTimeZone(name: string): boolean {
  return knownTimeZone(name) !== undefined;
}

/** The browser's time zone. Some browsers report a zone that they reject themselves, and use UTC. */
export function browserTimeZone(): string {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(name) ? name : "UTC";
}
