import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { requiredText } from "../validation/text";
import { systemThemes } from "./system-themes";
import { themes } from "./theme";

const maxNameLength = 100;
// A name is part of an address: it begins with a letter or a digit, and has no reserved characters of addresses.
const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._()&+'’-]*$/u;

/** Schema of a theme's name. */
export function themeName() {
  return requiredText(maxNameLength).refine((name) => name === "" || namePattern.test(name), {
    params: { rule: "themeName" } satisfies RuleParams,
  });
}

/** Letters that resemble those in the product's own names, in either case: Latin, Cyrillic and Greek. */
const lookAlikes = {
  a: "аαɑ",
  d: "ԁđ",
  g: "ɡ",
  h: "һнηħ",
  i: "іιı",
  k: "кκ",
  l: "ӏł",
  o: "оο",
  t: "тτŧ",
  u: "υ",
};

/** Whether a name is one of the product's own, or resembles one. */
export function isSystemTheme(name: string): boolean {
  let letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  for (const [letter, lookAlikeLetters] of Object.entries(lookAlikes))
    letters = letters.replace(new RegExp(`[${lookAlikeLetters}]`, "gu"), letter);
  return [...themes, ...Object.keys(systemThemes)].includes(letters as never);
}

const short = /^#([\da-f])([\da-f])([\da-f])$/i;

/** A colour like `#4f46e5`, or `#abc` for `#aabbcc`; converts to lower case. */
export function colour() {
  return z
    .string()
    .trim()
    .max(20)
    .overwrite((text) => text.replace(short, "#$1$1$2$2$3$3").toLowerCase())
    .refine((text) => /^#[\da-f]{6}$/.test(text), { params: { rule: "colour" } satisfies RuleParams })
    .meta({ format: "color" });
}
