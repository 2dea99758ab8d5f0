/** Maximum length of a cookie's value besides its name and attributes; browsers accept 4096 bytes in total. */
const maxPartLength = 3800;

/** Maximum number of chunks read; more than fit in a request's headers. */
const maxParts = 4;

/** Cookies that store `value`: one under the name itself or, if it is long, chunks under `name.0`, `name.1` and so on. */
export function toChunks(name: string, value: string): [name: string, value: string][] {
  if (value.length <= maxPartLength) return [[name, value]];
  const count = Math.ceil(value.length / maxPartLength);
  return Array.from({ length: count }, (_, index) => [
    `${name}.${index}`,
    value.slice(index * maxPartLength, (index + 1) * maxPartLength),
  ]);
}

/**
 * The possible values of a request's cookies under that name: a single one, a chunked one, or both while one replaces the
 * other. Undefined for duplicate names or missing chunks: one may have been planted under another path or for a whole
 * domain, before or after the real one (RFC 6265 section 5.4), and they are indistinguishable.
 */
export function fromChunks(header: string | null, name: string): string[] | undefined {
  const own = cookiePairs(header).filter((pair) => isChunkName(nameOf(pair), name));
  const values = new Map(own.map((pair) => [nameOf(pair), pair.slice(nameOf(pair).length + 1)]));
  if (values.size < own.length) return undefined;
  const whole = values.get(name);
  const count = values.size - (whole === undefined ? 0 : 1);
  const parts = Array.from({ length: count }, (_, index) => values.get(`${name}.${index}`));
  if (count > maxParts || parts.includes(undefined)) return undefined;
  return [whole, parts.join("")].filter((value) => value !== undefined && value !== "") as string[];
}

/** Every value that the request's cookies under that name may mean, for callers that cannot tell which is real. */
export function possibleValues(header: string | null, name: string): string[] {
  const parts = possibleNames(name)
    .slice(1)
    .map((each) => cookieValues(header, each));
  const joined = [0, -1].map((which) => parts.map((values) => values.at(which) ?? "").join(""));
  return [...new Set([...cookieValues(header, name), ...joined])].filter(Boolean);
}

/** All names that {@link toChunks} can use. */
export function possibleNames(name: string): string[] {
  return [name, ...Array.from({ length: maxParts }, (_, index) => `${name}.${index}`)];
}

/** The names of a request's cookies for {@link fromChunks}. */
export function chunkNames(header: string | null, name: string): string[] {
  return [...new Set(cookiePairs(header).map(nameOf))].filter((given) => isChunkName(given, name));
}

function isChunkName(given: string, name: string): boolean {
  return given === name || (given.startsWith(`${name}.`) && /^\d$/.test(given.slice(name.length + 1)));
}

function nameOf(pair: string): string {
  return pair.split("=", 1)[0] ?? "";
}

/** The value of a cookie; undefined if it is missing or duplicated (see {@link fromChunks}). */
export function onlyCookie(header: string | null, name: string): string | undefined {
  const [value, ...others] = cookieValues(header, name);
  return others.length === 0 ? value : undefined;
}

/** All values of a cookie in a Cookie header (RFC 6265 section 5.4 allows several). */
export function cookieValues(header: string | null, name: string): string[] {
  return cookiePairs(header)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter(Boolean);
}

/** The `name=value` parts of a Cookie header. */
export function cookiePairs(header: string | null): string[] {
  return (header ?? "").split(";").map((pair) => pair.trim());
}
