import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPreferences, languages, longDateFormats, type Preferences } from "../preferences/preferences";
import { createFormat } from "./format";

const formatWith = (
  preferences: Partial<Preferences> = {},
  language: Preferences["languageSymbol"] = "en",
  timeZone = "UTC",
) => createFormat({ preferences: { ...defaultPreferences, ...preferences }, language, timeZone });

test("[PR-01] dates follow the preferences and the time zone", () => {
  const format = formatWith(
    { shortDateFormat: "MM/DD/YYYY", shortTimeFormat: "hh:mm a", longDateFormat: "LL" },
    "de",
    "Europe/Belgrade",
  );
  expect(format.dateTime("2026-03-01T23:30:00.000Z")).toBe("03/02/2026 12:30 am");
  expect(format.longDate("2026-03-01T22:30:00.000Z")).toBe("1. März 2026");
  expect(format.longDateTime("2026-03-01T22:30:00.000Z")).toBe("1. März 2026, 23:30:00");
  expect(format.number(12_345.5)).toBe("12.345,5");
});

test.each([
  ["en", "Sunday, March 1. 2026", "March 1, 2026"],
  ["de", "Sonntag, März 1. 2026", "1. März 2026"],
  ["pl", "niedziela, marzec 1. 2026", "1 marca 2026"],
  ["sr", "nedelja, mart 1. 2026", "1. mart 2026."],
] as const)("[PR-01] long dates use words of the language %s", (language, spoken, localized) => {
  const day = "2026-03-01";
  expect(formatWith({ longDateFormat: "dddd, MMMM D. YYYY" }, language).longDate(day)).toBe(spoken);
  expect(formatWith({ longDateFormat: "LL" }, language).longDate(day)).toBe(localized);
});

test("[PR-01] every allowed format writes the same instant", () => {
  const at = "2026-11-05T15:04:09.000Z";
  expect(longDateFormats.map((longDateFormat) => formatWith({ longDateFormat }).longDate(at))).toEqual([
    "Thursday, November 5. 2026",
    "November 5, 2026",
    "05.11.2026",
    "05/11/2026",
    "11.05.2026",
    "11/05/2026",
  ]);
  const halves = formatWith({ longTimeFormat: "hh:mm:ss a", shortTimeFormat: "hh:mm a" }, "pl");
  expect([halves.time(at), halves.longTime(at)]).toEqual(["03:04 pm", "03:04:09 pm"]);
  const whole = formatWith();
  expect([whole.time(at), whole.longTime(at), whole.dateTime(at)]).toEqual([
    "15:04",
    "15:04:09",
    "05.11.2026 15:04",
  ]);
});

test("[PR-01] missing and invalid values give an empty text", () => {
  const format = formatWith();
  for (const nothing of [null, undefined, "", "never", "Level 5", "2026-02-30", "2026-13-01", "25:00"])
    expect([nothing, format.date(nothing), format.dateTime(nothing), format.time(nothing)]).toEqual([
      nothing,
      "",
      "",
      "",
    ]);
});

const zones = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Pacific/Kiritimati", "Asia/Kathmandu"];
const days = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("[PR-01] a day without a time is the same day in every time zone", () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (day, zone) => {
      const format = formatWith({ shortDateFormat: "DD.MM.YYYY" }, "de", zone);
      const expected = day.split("-").reverse().join(".");
      return format.date(day) === expected && format.dateTime(day) === expected;
    }),
  );
});

test("[PR-01] a time of day without a date is the same in every time zone", () => {
  for (const zone of zones) expect(formatWith({}, "en", zone).time("00:15")).toBe("00:15");
});

test("[PR-01] numbers keep all digits and use the language's separators", () => {
  expect(languages.map((language) => formatWith({}, language).number(1234567.891))).toEqual([
    "1,234,567.891",
    "1.234.567,891",
    "1\u00a0234\u00a0567,891",
    "1.234.567,891",
  ]);
  expect(formatWith().number(0.1234567)).toBe("0.1234567");
});

test("[PR-02] texts are sorted and joined by the language's rules", () => {
  expect(["Zebra", "Ähre", "Apfel"].sort(formatWith({}, "de").compare)).toEqual(["Ähre", "Apfel", "Zebra"]);
  expect(["łata", "lot", "mak", "ćma", "cel"].sort(formatWith({}, "pl").compare)).toEqual([
    "cel",
    "ćma",
    "lot",
    "łata",
    "mak",
  ]);
  expect(["šuma", "sat", "đak", "dom", "žaba"].sort(formatWith({}, "sr").compare)).toEqual([
    "dom",
    "đak",
    "sat",
    "šuma",
    "žaba",
  ]);
  expect(formatWith({}, "de").anyOf(["a", "b", "c"])).toBe("a, b oder c");
  expect(formatWith({}, "pl").allOf(["a", "b", "c"])).toBe("a, b i c");
});
