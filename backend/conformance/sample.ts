import { randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Patterns for texts, beyond readable constraints of a schema; `#` is replaced by a unique word. */
const texts = [
  "#",
  "#@example.com",
  "https://#.example.com",
  "12345",
  "2026-03-01",
  "12:00",
  "{}",
  "#.docx",
  "/#",
];

/** Returns the ids for a property such as `roleIds`; undefined for a property that is not a record's id. */
export type IdsFor = (name: string) => readonly string[] | undefined;

/**
 * Generates a valid value from a schema alone, with the given ids for id properties. Omits optional properties except
 * ids.
 * @param word prefix of every text
 * @throws when no valid value can be generated
 */
export function sampleOf(schema: z.ZodType, idsFor: IdsFor, word = "Sample"): unknown {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const text = word + randomBytes(4).toString("hex");
  const tried = new Map<string, number>();
  for (;;) {
    const making = {
      idsFor,
      // A password must not be the user name.
      text: (path: string) =>
        /password/i.test(path) ? `${text} and more` : textAt(tried.get(path) ?? 0, text),
      isAsked: (path: string) => tried.has(path),
    };
    const sample = partOf(described, making, []);
    const parsed = schema.safeParse(sample);
    if (parsed.success) return sample;
    const paths = new Set(parsed.error.issues.map(({ path }) => path.join(".")));
    for (const path of paths) tried.set(path, (tried.get(path) ?? 0) + 1);
    if ([...tried.values()].every((count) => count >= texts.length))
      throw new Error(`No sample of this schema: ${parsed.error.message}`);
  }
}

const textAt = (index: number, word: string) => (texts[index] ?? "#").replace("#", word);

interface Making {
  idsFor: IdsFor;
  text: (path: string) => string;
  /** Whether an optional property is required by a further rule, such as one of two. */
  isAsked: (path: string) => boolean;
}

function partOf(schema: JsonSchema, making: Making, path: readonly string[]): unknown {
  const first = schema.enum?.[0] ?? schema.const ?? schema.default;
  if (first !== undefined && schema.default === undefined) return first;
  const branch = (schema.anyOf ?? schema.oneOf)?.[0];
  if (branch) return partOf(branch as JsonSchema, making, path);
  switch (schema.type) {
    case "object":
      return objectOf(schema, making, path);
    case "array":
      return schema.minItems ? [partOf(schema.items as JsonSchema, making, [...path, "0"])] : [];
    case "string":
      if (schema.examples?.[0]) return schema.examples[0];
      if (schema.format === "color") return "#2563eb";
      if (schema.format === "uuid") return randomUUID();
      return schema.format === "date-time" ? "2090-01-01T00:00:00.000Z" : making.text(path.join("."));
    case "integer":
    case "number":
      return Math.max(Number(schema.minimum ?? 1), 1);
    case "boolean":
      return true;
    default:
      return undefined;
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, making: Making, path: readonly string[]) {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const schema = property as JsonSchema;
      // An enumeration is not a record's id, regardless of its name.
      const ids = schema.enum ? undefined : making.idsFor(name);
      if (ids) return [[name, schema.type === "array" ? ids : ids[0]]];
      const isGiven = required.includes(name) || making.isAsked([...path, name].join("."));
      return isGiven ? [[name, partOf(schema, making, [...path, name])]] : [];
    }),
  );
}
