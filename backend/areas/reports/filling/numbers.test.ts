import { expect, test } from "vitest";
import { createFormat } from "../../../../lib/format/format";
import { defaultPreferences, type Language } from "../../../../lib/preferences/preferences";
import { inPlural, withDecimals } from "./numbers";

const plural = (value: number, language: Language, ...forms: string[]) => {
  const format = createFormat({ preferences: defaultPreferences, language, timeZone: "UTC" });
  return inPlural(value, forms, format, language);
};

test("[RP-02] a word gets the plural form for its number in the reader's language", () => {
  const said = (language: Language, numbers: number[], ...forms: string[]) =>
    numbers.map((value) => plural(value, language, ...forms));
  expect(said("en", [0, 1, 2], "# user", "# users")).toEqual(["0 users", "1 user", "2 users"]);
  expect(said("de", [1, 1234], "# Person", "# Personen")).toEqual(["1 Person", "1.234 Personen"]);
  const polish = ["# osoba", "# osoby", "# osób", "# osoby"];
  expect(said("pl", [1, 2, 5, 22, 1.5], ...polish)).toEqual([
    ...["1 osoba", "2 osoby", "5 osób", "22 osoby"],
    "1,5 osoby",
  ]);
  expect(said("sr", [1, 2, 5, 21], "# osoba", "# osobe", "# osoba")).toEqual([
    ...["1 osoba", "2 osobe", "5 osoba"],
    "21 osoba",
  ]);
});

test("[RP-02] a layout can declare the language of its plural forms, and omit the last ones", () => {
  expect([1, 3, 5].map((value) => plural(value, "en", "pl", "# plik", "# pliki", "# plików"))).toEqual([
    "1 plik",
    "3 pliki",
    "5 plików",
  ]);
  expect([1, 2, 7].map((value) => plural(value, "pl", "jeden", "kilka"))).toEqual([
    "jeden",
    "kilka",
    "kilka",
  ]);
  expect(plural(2, "en", "de")).toBe("de");
});

test("[RP-02] a number is shown with a layout's decimal places, in the reader's format", () => {
  expect([
    withDecimals(1234.5, 2, "de"),
    withDecimals(1234.5, 2, "en"),
    withDecimals(2, 0, "pl"),
    withDecimals(0.125, 1, "sr"),
    withDecimals(1, 99, "en").length,
    withDecimals(1.5, Number.NaN, "en"),
  ]).toEqual(["1.234,50", "1,234.50", "2", "0,1", 22, "2"]);
});
