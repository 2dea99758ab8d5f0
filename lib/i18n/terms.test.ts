import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readMessages } from "@/scripts/lib/messages.mjs";

/** Terms with a fixed translation in each language, and its quotation marks. */
const languages = [
  ["en", "“”", /user names?\b|organi[sz]ation|present (password|one)|withdr[ae]w/i],
  ["de", "„“", /mandant|präferenz|sammlung|jemand anders\b|passwort setzen/i],
  ["pl", "„”", /użytkownika i hasło|odnośnik|łącz[ae](?!\p{L})|odwoł|wycof|kolekcj|preferencj|nadać|nadaj/iu],
  ["sr", "„“", /davalac|davaoc|davalaca|\bpoziv\b|pozivom|vez[aeu] (važi|iz poruke)|naprav|kolekcij/i],
] as const;

test.each(languages)("[PR-02] %s uses one word for one thing", (language, _, others) => {
  // The specification has this name for the organisation's settings.
  const apart = (key: string, text: string) =>
    key.startsWith("organisation-settings.") ? text.replaceAll(/organisation/gi, "") : text;
  const found = [...textsOf(language)].filter(([key, text]) => others.test(apart(key, text)));
  expect(found).toEqual([]);
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
