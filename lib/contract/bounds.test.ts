import { describe, expect, test } from "vitest";
import * as z from "zod";
import { allEndpoints } from ".";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The paths in a schema without a size limit. */
function unbounded(schema: JsonSchema, path: string): string[] {
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []) as JsonSchema[];
  if (branches.length > 0) return branches.flatMap((branch) => unbounded(branch, path));
  if (schema.enum || schema.const !== undefined) return [];
  switch (schema.type) {
    case "string":
      return schema.maxLength === undefined ? [path] : [];
    case "array":
      return [
        ...(schema.maxItems === undefined ? [path] : []),
        ...unbounded(schema.items as JsonSchema, `${path}.*`),
      ];
    case "object": {
      const { properties = {}, additionalProperties: others, propertyNames } = schema;
      const named = Object.entries(properties).flatMap(([name, property]) =>
        unbounded(property as JsonSchema, `${path}.${name}`),
      );
      if (typeof others !== "object" || Object.keys(others).length === 0) return named;
      const names = (propertyNames as JsonSchema | undefined)?.maxLength;
      const isCounted = schema.maxProperties !== undefined && names !== undefined;
      return [...named, ...(isCounted ? [] : [path]), ...unbounded(others as JsonSchema, `${path}.*`)];
    }
    case "boolean":
    case "integer":
    case "number":
    case "null":
      return [];
    default:
      return [path];
  }
}

/** A text may be limited in its input or its output schema. */
function unboundedIn(schema: z.ZodType): string[] {
  const [sent, taken] = (["input", "output"] as const).map((io) =>
    unbounded(z.toJSONSchema(schema, { io, unrepresentable: "any" }), ""),
  );
  return (sent ?? []).filter((path) => taken?.includes(path));
}

const inputs = allEndpoints.flatMap(({ method, path, query, body, upload }) =>
  [query, body].flatMap((schema) => (schema ? [[`${method} ${path}`, schema, upload] as const] : [])),
);

describe("input of the server", () => {
  test.each(inputs)("[BE-01] is limited: %s", (_, schema, upload) => {
    // The size of a file is checked while it is read.
    const files = upload ? [".avatar", ".file", ".logo", ".darkLogo"] : [];
    expect([...new Set(unboundedIn(schema))].filter((path) => !files.includes(path))).toEqual([]);
  });
});
