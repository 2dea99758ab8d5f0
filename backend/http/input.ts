import type * as z from "zod";
import type { Endpoint } from "../../lib/contract/endpoint";
import { messageOf } from "../../lib/validation/messages";
import { isStorable } from "../../lib/validation/text";
import { type FieldFault, invalid, notFound } from "./errors";

export interface Input {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * What the request brought, checked against the endpoint's declaration; keys that it does not declare are dropped.
 * @throws {RequestError} 404 for a path id that cannot exist, 400 naming every field that breaks a rule
 */
export function readInput(endpoint: Endpoint, given: Input): Input {
  for (const [name, value] of Object.entries(given.params))
    if (name.endsWith("Id") ? !uuid.test(value) : !isStorable(value)) throw notFound();
  const faults: FieldFault[] = [];
  const query = parse(endpoint.query, underDeclaredNames(endpoint.query, given.query), faults);
  const body = parse(endpoint.body, given.body ?? {}, faults);
  if (faults.length) throw invalid(faults);
  return { params: given.params, query, body };
}

/** Query parameters are known by their names in any case: autocomplete sends `Page`, lists send `page` (TL-05). */
function underDeclaredNames(schema: z.ZodType | undefined, query: unknown): unknown {
  if (!schema || !("shape" in schema) || typeof query !== "object" || query === null) return query;
  const declared = new Map(Object.keys(schema.shape as object).map((name) => [name.toLowerCase(), name]));
  const entries = Object.entries(query).map(([name, value]) => [
    declared.get(name.toLowerCase()) ?? name,
    value,
  ]);
  // A name given twice in different cases is given twice.
  const names = new Set(entries.map(([name]) => name));
  if (names.size === entries.length) return Object.fromEntries(entries);
  return Object.fromEntries(
    [...names].map((name) => {
      const values = entries.filter(([other]) => other === name).flatMap(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** @throws {RequestError} 400 naming every field that breaks a rule */
export function checkedBy<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const faults: FieldFault[] = [];
  const checked = parse(schema, value, faults);
  if (faults.length) throw invalid(faults);
  return checked as z.output<S>;
}

function parse(schema: z.ZodType | undefined, value: unknown, faults: FieldFault[]): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { reportInput: true });
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

/** No schema has to say that a text must be storable. */
function collectUnstorable(value: unknown, path: string[], faults: FieldFault[]): void {
  if (typeof value === "string") {
    if (!isStorable(value)) faults.push({ propertyName: path.join("."), rule: "controlCharacters" });
  } else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    for (const [key, inner] of Object.entries(value)) collectUnstorable(inner, [...path, key], faults);
}
