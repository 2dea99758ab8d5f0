/** What fits into one cookie beside its name and attributes; browsers take 4096 bytes in all. */
const largestPart = 3800;

/** Most parts that are read; more than fit into a request's head. */
const mostParts = 4;

/** Cookies that hold `value`: one under the name itself or, when it is long, parts under `name.0`, `name.1` and so on. */
export function inChunks(name: string, value: string): [name: string, value: string][] {
  if (value.length <= largestPart) return [[name, value]];
  const count = Math.ceil(value.length / largestPart);
  return Array.from({ length: count }, (_, index) => [
    `${name}.${index}`,
    value.slice(index * largestPart, (index + 1) * largestPart),
  ]);
}

/**
 * All that the cookies of a request under that name can mean. One that was planted under another path may precede or
 * follow the real one (RFC 6265 section 5.4).
 */
export function fromChunks(header: string | null, name: string): string[] {
  const whole = cookieValues(header, name);
  const parts: string[][] = [];
  for (let index = 0; index < mostParts; index += 1) {
    const values = cookieValues(header, `${name}.${index}`);
    if (values.length === 0) break;
    parts.push(values);
  }
  const ways = Math.max(0, ...parts.map(({ length }) => length));
  const joined = Array.from({ length: ways }, (_, way) =>
    parts.map((values) => values[Math.min(way, values.length - 1)]).join(""),
  );
  return [...whole, ...joined];
}

/** The names that {@link inChunks} could have given. */
export function possibleNames(name: string): string[] {
  return [name, ...Array.from({ length: mostParts }, (_, index) => `${name}.${index}`)];
}

/** The names under which a request has cookies for {@link fromChunks}. */
export function chunkNames(header: string | null, name: string): string[] {
  const names = cookiePairs(header).map((pair) => pair.slice(0, pair.indexOf("=")));
  return [...new Set(names.filter((given) => given === name || isPartOf(given, name)))];
}

function isPartOf(given: string, name: string): boolean {
  return given.startsWith(`${name}.`) && /^\d$/.test(given.slice(name.length + 1));
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
