import { expect, test } from "vitest";
import type * as z from "zod";
import { messageOf } from "./messages";
import { email, fieldName, fileName, json, phoneNumber, postCode, userName, website } from "./rules";

const schemas = {
  email: [email(), "a@b"],
  emailLetters: [email(), "müller@example.com"],
  fieldName: [fieldName(), "1a"],
  fileName: [fileName(), "a/b"],
  json: [json(), "{"],
  phoneNumber: [phoneNumber(), "call me"],
  postCode: [postCode(), "SW1A"],
  userName: [userName(), "a b"],
  website: [website(), "example.com"],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

test.each(Object.entries(schemas))(
  "[FM-02] %s passes on empty and names its message",
  (rule, [schema, wrong]) => {
    expect(schema.safeParse("").success).toBe(true);
    const issues = schema.safeParse(wrong).error?.issues ?? [];
    expect(issues.map((issue) => messageOf(issue).key)).toEqual([rule]);
  },
);
