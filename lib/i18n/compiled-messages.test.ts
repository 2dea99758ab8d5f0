import format from "icu-minify/format";
import { expect, test } from "vitest";
import { languages } from "../preferences/preferences";
import { compiledMessages } from "./compiled-messages";

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...given),
};

const written = (message: unknown, locale: string, values: Record<string, number>) =>
  format(message as Parameters<typeof format>[0], locale, values, { formatters });

test("[PR-02] compiled messages keep plurals and numbers of each language", async () => {
  const said = await Promise.all(
    languages.map(async (language) => {
      const { signOutDescription } = (await compiledMessages(language)).shell.unsaved;
      return [1, 3, 1005].map((count) => String(written(signOutDescription, language, { count })));
    }),
  );
  expect(said.map((texts) => new Set(texts).size)).toEqual([3, 3, 3, 3]);
  expect(said.flat().filter((text) => text.includes("{") || text.includes("undefined"))).toEqual([]);
  expect(said[0]?.[2]).toContain("1,005");
  expect(said[1]?.[2]).toContain("1.005");
});

test("[PR-02] messages are compiled once per language", () => {
  expect(compiledMessages("pl")).toBe(compiledMessages("pl"));
});
