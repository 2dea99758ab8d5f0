import fc from "fast-check";
import { expect, test } from "vitest";
import { messageOf } from "./messages";
import { exactText, requiredText, text } from "./text";

const faultOf = (schema: ReturnType<typeof text>, value: string) => {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && messageOf(issue).key;
};

test("[FM-03] accepts names in any script, with emoji, joiners and direction marks", () => {
  for (const name of [
    "Zoë",
    "عبد الله\u200f",
    "می\u200cخواهم",
    "👩\u200d👩\u200d👧",
    "e\u0301",
    "日本",
    "O’Brien",
    "a\u00adb",
  ])
    expect([name, faultOf(text(), name)]).toEqual([name, undefined]);
});

test("[FM-03] refuses invisible characters: controls, zero width, direction overrides, half a character", () => {
  for (const part of [
    "\u0000",
    "\u0007",
    "\u200b",
    "\u202e",
    "\u2066",
    "\u2028",
    "\u2060",
    "\ufeff",
    "\ud83d",
    "\ude00",
  ])
    expect([part, faultOf(requiredText(), `Admin${part}istrator`)]).toEqual([part, "controlCharacters"]);
});

test("[FM-03] limits the length of a text and trims it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 30 }), (given) => {
      const parsed = text(10).safeParse(given);
      expect(parsed.success).toBe(given.trim().length <= 10);
      if (parsed.success) expect(parsed.data).toBe(given.trim());
    }),
  );
});

test("[FM-03] accepts a password unchanged, if it can be stored", () => {
  expect(exactText(8, 20).parse(" \u200bsecret ")).toBe(" \u200bsecret ");
  expect(exactText(8, 20).safeParse("secret \u0000 word").success).toBe(false);
});
