/** What fits into one cookie beside its name and attributes; browsers take 4096 bytes in all. */
const maxPartLength = 3800;

/** Most parts that are read; more than fit into a request's head. */
const maxParts = 4;

/** Cookies that hold `value`: one under the name itself or, when it is long, parts under `name.0`, `name.1` and so on. */
export function inChunks(name: string, value: string): [name: string, value: string][] {
  if (value.length <= maxPartLength) return [[name, value]];
  const count = Math.ceil(value.length / maxPartLength);
  return Array.from({ length: count }, (_, index) => [
    `${name}.${index}`,
    value.slice(index * maxPartLength, (index + 1) * maxPartLength),
  ]);
}

/**
 * What the cookies of a request under that name can mean: a value of its own, one in parts, or both while one takes the place
 * of the other. Undefined when there are two under one name, or parts without those before them: somebody may have planted
 * one under another path or for a whole domain, before the real one or after it (RFC 6265 section 5.4), and nothing tells
 * which is which.
 */
export function fromChunks(header: string | null, name: string): string[] | undefined {
  const own = cookiePairs(header).filter((pair) => isOwn(nameOf(pair), name));
  const values = new Map(own.map((pair) => [nameOf(pair), pair.slice(nameOf(pair).length + 1)]));
  if (values.size < own.length) return undefined;
  const whole = values.get(name);
  const count = values.size - (whole === undefined ? 0 : 1);
  const parts = Array.from({ length: count }, (_, index) => values.get(`${name}.${index}`));
  if (count > maxParts || parts.includes(undefined)) return undefined;
  return [whole, parts.join("")].filter((value) => value !== undefined && value !== "") as string[];
}

/** Every value that the cookies of a request under that name may have been meant as, for who cannot tell which is real. */
export function possibleValues(header: string | null, name: string): string[] {
  const parts = possibleNames(name)
    .slice(1)
    .map((each) => cookieValues(header, each));
  const joined = [0, -1].map((which) => parts.map((values) => values.at(which) ?? "").join(""));
  return [...new Set([...cookieValues(header, name), ...joined])].filter(Boolean);
}

/** The names that {@link inChunks} could have given. */
export function possibleNames(name: string): string[] {
  return [name, ...Array.from({ length: maxParts }, (_, index) => `${name}.${index}`)];
}

/** The names under which a request has cookies for {@link fromChunks}. */
export function chunkNames(header: string | null, name: string): string[] {
  return [...new Set(cookiePairs(header).map(nameOf))].filter((given) => isOwn(given, name));
}

function isOwn(given: string, name: string): boolean {
  return given === name || (given.startsWith(`${name}.`) && /^\d$/.test(given.slice(name.length + 1)));
}

function nameOf(pair: string): string {
  return pair.split("=", 1)[0] ?? "";
}

/** The value of a cookie; undefined when there is none, or more than one (see {@link fromChunks}). */
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
