const hidden = "[hidden]";

/** Shorter values would be found in innocent words. */
const shortest = 6;

/** Patterns of credentials in addresses, headers and tokens. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, `$1${hidden}@`],
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{6,}/gi, `$1 ${hidden}`],
  // A JSON Web Token.
  [/\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*){1,3}/g, hidden],
  [/\bhub_[\w-]{20,}/g, hidden],
  [
    /\b((?:pass(?:word|wd)?|secret|\w*token|api[-_]?key|(?:set-)?cookie)["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
    `$1${hidden}`,
  ],
  // Keys in the links of invitations, forgotten passwords and shares.
  [
    /(\/(?:invitation|invitations|password-reset|password-resets|sign-in|share|downloads)\/)[\w-]{16,}/g,
    `$1${hidden}`,
  ],
];

/** Replaces the given secrets, and texts with the form of a credential. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let rest = text;
  for (const secret of secrets) rest = rest.replaceAll(secret, hidden);
  for (const [pattern, replacement] of patterns) rest = rest.replace(pattern, replacement);
  return rest;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The secret values in an environment: of secret settings as a whole, and passwords in addresses. */
export function secretValues(environment: Environment): string[] {
  const values = Object.entries(environment).flatMap(([name, value = ""]) =>
    isSecretName(name) ? [value, ...value.split(",")] : passwordsIn(value),
  );
  // The longest first, as one may contain another.
  return [...new Set(values)]
    .filter((value) => value.length >= shortest)
    .sort((one, other) => other.length - one.length);
}

/** Whether the value of a setting is secret as a whole. */
const isSecretName = (name: string) =>
  /SECRET(?!_(?:IDLE|LIFETIME)_)|PASSWORD|TOKEN|ACCESS_KEY|API_KEY|OTLP(?:_\w+)?_HEADERS$/.test(name);

/** The password in an address, as written and decoded. */
function passwordsIn(value: string): string[] {
  const [, written] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s@]*)@/i.exec(value) ?? [];
  if (written === undefined) return [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}

/** Settings by name, with secret values hidden. */
export function shownSettings(names: readonly string[], environment: Environment): Record<string, string> {
  const secrets = secretValues(environment);
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const value = environment[name];
      if (value === undefined || value === "") return [name, "(not set)"];
      return [name, isSecretName(name) ? hidden : redact(value, secrets)];
    }),
  );
}
