import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { requiredText } from "../validation/text";
import { systemThemes } from "./system-themes";
import { themes } from "./theme";

const longestName = 100;
// A name is a part of an address: it begins with a letter or a digit, and has nothing that addresses are made of.
const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._()&+'’-]*$/u;

/** What a theme may be called. */
export function themeName() {
  return requiredText(longestName).refine((name) => name === "" || namePattern.test(name), {
    params: { rule: "themeName" } satisfies RuleParams,
  });
}

/** Whether a name is one of the product's own, or reads like one. */
export function isSystemTheme(name: string): boolean {
  const letters = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return [...themes, ...Object.keys(systemThemes)].includes(letters as never);
}

const short = /^#([\da-f])([\da-f])([\da-f])$/i;

/** A colour like `#4f46e5`, or `#abc` for `#aabbcc`; in lower case afterwards. */
export function colour() {
  return z
    .string()
    .trim()
    .max(20)
    .overwrite((text) => text.replace(short, "#$1$1$2$2$3$3").toLowerCase())
    .refine((text) => /^#[\da-f]{6}$/.test(text), { params: { rule: "colour" } satisfies RuleParams })
    .meta({ format: "color" });
}
