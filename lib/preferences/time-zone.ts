/** What Intl still calls by an earlier name, which a database may no longer know, by the name of today. */
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
 * The IANA name of a time zone that another program has named, such as `Europe/Berlin`: aliases and other letter cases become
 * the one name that Intl and PostgreSQL both know. Undefined where this machine knows no such zone, `Etc/Unknown` for instance.
 */
export function knownTimeZone(name: unknown): string | undefined {
  // Newer engines take offsets such as +02:00 too, which older ones and the database may not.
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

/** Where the browser says it is. Some do not know, name a zone that they refuse themselves, and keep the time of UTC. */
export function browserTimeZone(): string {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(name) ? name : "UTC";
}
