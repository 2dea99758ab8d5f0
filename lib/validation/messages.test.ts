import { expect, test } from "vitest";
import * as z from "zod";
import { setPassword } from "../contract/passwords";
import { listQuery } from "../contract/schemas";
import { userEdit } from "../contract/users";
import { messageOf } from "./messages";
import { email, userName } from "./rules";
import { requiredText } from "./text";

function keyOf(schema: z.ZodType, value: unknown, reportInput = true) {
  const issue = schema.safeParse(value, { reportInput }).error?.issues[0];
  return issue && messageOf(issue);
}

test.each([
  ["required", z.string(), undefined, {}],
  ["required", z.string(), null, {}],
  ["required", requiredText(), "  ", {}],
  ["required", z.array(z.string()).min(1), [], {}],
  ["required", z.enum(["a"]), undefined, {}],
  ["invalid", z.string(), 5, {}],
  ["number", z.number(), "5", {}],
  ["number", z.number(), "1,2,3", {}],
  ["digits", z.number(), "12345678901234567890", { max: 15 }],
  ["digits", z.int(), "-1.234.567.890.123.456", { max: 15 }],
  ["integer", z.int(), 1.5, {}],
  ["integer", listQuery(["name"]).shape.page, "x", {}],
  ["number", z.union([z.number(), z.boolean()]), "x", {}],
  ["positive", z.number().positive(), 0, {}],
  ["negative", z.number().negative(), 0, {}],
  ["min", z.number().min(3), 2, { min: 3 }],
  ["max", z.number().max(3), 4, { max: 3 }],
  ["greaterThan", z.number().gt(3), 3, { min: 3 }],
  ["lessThan", z.number().lt(3), 3, { max: 3 }],
  ["multipleOf", z.number().multipleOf(5), 3, { step: 5 }],
  ["minLength", z.string().min(8), "short", { min: 8 }],
  ["maxLength", z.string().max(3), "long", { max: 3 }],
  ["minItems", z.array(z.string()).min(2), ["a"], { min: 2 }],
  ["maxItems", z.array(z.string()).max(1), ["a", "b"], { max: 1 }],
  ["oneOf", z.enum(["a", "b"]), "c", { options: "a, b" }],
  ["oneOf", z.enum(["", "a"]), "c", { options: "a" }],
  ["url", z.url(), "x", {}],
  ["uuid", z.uuid(), "x", {}],
  ["email", email(), "x", {}],
  ["userName", userName(), "a b", {}],
  ["controlCharacters", requiredText(), "a\u0007b", {}],
  ["dateTime", z.iso.datetime(), "yesterday", {}],
  ["unknownField", z.strictObject({}), { a: 1 }, { fields: "a" }],
])("[FM-03] %s", (key, schema, value, values) => {
  expect(keyOf(schema, value)).toEqual({ key, values });
});

test("[FM-03] a missing value is reported as required, even if the issue lacks the value", () => {
  expect(keyOf(z.string(), undefined, false)?.key).toBe("required");
  expect(keyOf(userEdit, {}, false)?.key).toBe("required");
});

test("[FM-03] reports two different passwords", () => {
  expect(keyOf(setPassword, { password: "long enough", passwordRepeat: "x" })?.key).toBe("passwordMatch");
});
