import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readMessages } from "@/scripts/lib/messages.mjs";
import { wrongTerms } from "@/scripts/lib/terms.mjs";

/** Each language's quotation marks. */
const languages = [
  ["en", "“”"],
  ["de", "„“"],
  ["pl", "„”"],
  ["sr", "„“"],
] as const;

test.each(languages)("[PR-02] %s uses one word for one thing", (language) => {
  expect(wrongTerms(language, textsOf(language))).toEqual([]);
});

test.each(languages)("[PR-02] %s quotes with %s", (language, [opening, closing]) => {
  const quoted = new RegExp(`${opening}[^“”„"]*${closing}`, "g");
  const found = [...textsOf(language)].filter(([, text]) => /[“”„"]/.test(text.replaceAll(quoted, "")));
  expect(found).toEqual([]);
});

// On a phone a section's label is 12 px under its icon, a quarter of the screen wide.
test.each(languages)("[TB-09] %s marks where a long section name can break", (language) => {
  const parts = [...textsOf(language)].filter(([key]) => /^(?!shell)[\w-]+\.tabs\.\w+$/.test(key));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter(([, text]) => text.split(/[ \u00ad]/).some((word) => word.length > 12))).toEqual([]);
});

/** All texts by `namespace.key`, without argument names. */
function textsOf(language: string): Map<string, string> {
  const texts = readMessages(fileURLToPath(new URL(`../../messages/${language}`, import.meta.url)));
  return new Map([...texts].map(([key, text]) => [key, text.replaceAll(/\{\w+\}/g, "{}")]));
}
