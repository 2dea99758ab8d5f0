import * as z from "zod";
import { type Endpoint, isRead } from "../../lib/contract/endpoint";
import { messageOf } from "../../lib/validation/messages";
import { isStorable } from "../../lib/validation/text";
import { type FieldFault, invalid, notFound } from "../core/errors";

export interface Input {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Validates a request's input against the endpoint's declaration; drops undeclared keys.
 * @throws {RequestError} 404 for a path id that cannot exist, 400 listing every invalid field
 */
export function readInput(endpoint: Endpoint, given: Input): Input {
  for (const [name, value] of Object.entries(given.params))
    if (name.endsWith("Id") ? !uuid.test(value) : !isStorable(value)) throw notFound();
  const faults: FieldFault[] = [];
  const named = matchQueryNames(endpoint.query, given.query);
  const query = parse(endpoint.query, isRead(endpoint) ? dropEmpty(named) : named, faults);
  const body = parseBody(endpoint, given.body ?? {}, faults);
  if (faults.length) throw invalid(faults);
  return { params: given.params, query, body };
}

/** Matches query parameters case-insensitively: autocomplete sends `Page`, lists send `page` (TL-05). */
function matchQueryNames(schema: z.ZodType | undefined, query: unknown): unknown {
  if (!schema || !("shape" in schema) || typeof query !== "object" || query === null) return query;
  const declared = new Map(Object.keys(schema.shape as object).map((name) => [name.toLowerCase(), name]));
  const entries = Object.entries(query).map(([name, value]) => [
    declared.get(name.toLowerCase()) ?? name,
    value,
  ]);
  // The same name in different cases counts as given twice.
  const names = new Set(entries.map(([name]) => name));
  if (names.size === entries.length) return Object.fromEntries(entries);
  return Object.fromEntries(
    [...names].map((name) => {
      const values = entries.filter(([other]) => other === name).flatMap(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/**
 * Drops empty query parameters of a read, which forms send for blank fields (ER-01). In a change an empty parameter may
 * be a constraint, such as a version.
 */
function dropEmpty(query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  const given = Object.entries(query).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((one) => one !== "") : value,
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== "" && value?.length !== 0));
}

/** Maximum of nulls handled in one body: each takes a copy of its parent. */
const maxNulls = 100;

/**
 * Treats null in a non-nullable field as empty, for clients that cannot express it otherwise: as an empty text where
 * that is allowed; in a creation it is omitted. A save never loses a value this way unless it is text (FM-10).
 */
function parseBody({ body: schema, method }: Endpoint, body: unknown, faults: FieldFault[]): unknown {
  const found: FieldFault[] = [];
  const read = parse(schema, body, found);
  const nulls = schema && found.length > 0 ? findNulls(schema, body) : [];
  if (!schema || nulls.length === 0 || nulls.length > maxNulls) {
    faults.push(...found);
    return read;
  }
  // A body with a version is a save with any method.
  const isCreated = method === "POST" && !(schema instanceof z.ZodObject && "version" in schema.shape);
  const emptied = nulls.reduce<unknown>((given, path) => replaced(given, path, ""), body);
  const refused = (schema.safeParse(emptied).error?.issues ?? []).map(({ path }) => path.join("."));
  const meant = nulls.reduce<unknown>((given, path) => {
    if (!refused.includes(path.join("."))) return given;
    return replaced(given, path, isCreated ? undefined : null);
  }, emptied);
  return parse(schema, meant, faults);
}

type Path = readonly PropertyKey[];

/** Paths of nulls that break a rule. */
function findNulls(schema: z.ZodType, body: unknown): Path[] {
  const { error } = schema.safeParse(body, { reportInput: true });
  return (error?.issues ?? []).flatMap(({ path, input }) =>
    input === null && path.length > 0 ? [path] : [],
  );
}

/** Returns a copy with the value at that path replaced; undefined removes it. */
function replaced(given: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(given) ? [...given] : { ...(given as object) }) as Record<PropertyKey, unknown>;
  copy[name] = replaced(copy[name], rest, value);
  return copy;
}

/** @throws {RequestError} 400 listing every invalid field */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const faults: FieldFault[] = [];
  const checked = parse(schema, value, faults);
  if (faults.length) throw invalid(faults);
  return checked as z.output<S>;
}

function parse(schema: z.ZodType | undefined, value: unknown, faults: FieldFault[]): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(normalizeTexts(value), { reportInput: true });
  if (parsed.success) {
    collectUnstorable(parsed.data, [], faults);
    return parsed.data;
  }
  for (const issue of parsed.error.issues) {
    const { key, values } = messageOf(issue);
    faults.push({ propertyName: issue.path.join("."), rule: key, values });
  }
  return undefined;
}

/**
 * Normalizes texts to Unicode NFC, so that a letter has one spelling in storage and comparison, regardless of the
 * sender's system. Iterative, because undeclared input may be nested as deep as the body is long.
 */
function normalizeTexts(given: unknown): unknown {
  const top: { value: unknown } = { value: given };
  const open: object[] = [top];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop())
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === "string") Reflect.set(holder, key, value.normalize("NFC"));
      else if (typeof value === "object" && value !== null && isPlain(value)) open.push(value);
    }
  return top.value;
}

/** Whether a value consists only of its entries, unlike an uploaded file. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Checks centrally that texts can be stored, so that schemas need not. */
function collectUnstorable(value: unknown, path: string[], faults: FieldFault[]): void {
  if (typeof value === "string") {
    if (!isStorable(value)) faults.push({ propertyName: path.join("."), rule: "controlCharacters" });
  } else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    for (const [key, inner] of Object.entries(value)) collectUnstorable(inner, [...path, key], faults);
}
