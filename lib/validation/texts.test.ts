import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { type Language, languages } from "../preferences/preferences";
import { avatarRules, upload } from "./files";
import { messageOf } from "./messages";
import { email } from "./rules";
import { requiredText } from "./text";

async function translatorOf(language: Language) {
  const { default: validation } = await import(`../../messages/${language}/validation.json`);
  const t = createTranslator({ locale: language, messages: { validation } });
  return (issue: z.core.$ZodIssue) => {
    const { key, values } = messageOf(issue);
    return t(`validation.${key}` as never, values as never) as string;
  };
}

const broken = {
  required: [requiredText(), ""],
  invalid: [z.custom(() => false), 1],
  min: [z.number().min(3), 1],
  max: [z.number().max(3), 7],
  integer: [z.int(), 1.5],
  positive: [z.number().positive(), 0],
  negative: [z.number().negative(), 0],
  email: [email(), "nobody"],
  url: [z.url(), "nowhere"],
  uuid: [z.uuid(), "1"],
} as const satisfies Record<string, readonly [z.ZodType, unknown]>;

test.each(languages)("[FM-03] %s has a specific text for every generic rule", async (language) => {
  const say = await translatorOf(language);
  const texts = Object.entries(broken).map(([rule, [schema, value]]) => {
    const issue = schema.safeParse(value).error?.issues[0];
    if (!issue) throw new Error(`${rule} let the wrong value pass`);
    expect(messageOf(issue).key).toBe(rule);
    return say(issue);
  });
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text).not.toContain("validation.");
});

test("[FM-02] the message about a file's size names the size", async () => {
  const issue = upload(avatarRules).safeParse({ name: "a.png", type: "", size: 1e9 }).error?.issues[0];
  expect(issue && (await translatorOf("en"))(issue)).toBe("Max file size: 2MB");
  expect(issue && (await translatorOf("de"))(issue)).toBe("Maximale Dateigröße: 2\u00a0MB");
});
