import fc from "fast-check";
import { expect, test } from "vitest";
import { shortDateFormats } from "../preferences/preferences";
import { complete, fullYear } from "./complete-date";

const now = new Date("2026-11-21T12:00:00Z");

test.each([
  ["01.02.26", "DD.MM.YYYY", "01.02.2026"],
  ["01/02/46", "MM/DD/YYYY", "01/02/2046"],
  ["01-02-47", "DD-MM-YYYY", "01-02-1947"],
  ["03.26", "MM.YYYY", "03.2026"],
  ["9", "HH:mm", "09:00"],
  ["09:", "HH:mm", "09:00"],
  ["93:0", "HH:mm", "09:30"],
  ["14:30", "hh:mm a", "02:30 pm"],
  ["00:15", "hh:mm a", "12:15 am"],
  ["01.02.2026 9", "DD.MM.YYYY HH:mm", "01.02.2026 09:00"],
])("[FM-06] completes %s in a field of %s to %s", (text, pattern, full) => {
  expect(complete(text, pattern, now)).toBe(full);
});

test.each([
  ["", "DD.MM.YYYY"],
  ["01.02.", "DD.MM.YYYY"],
  ["01.02.202", "DD.MM.YYYY"],
  ["01.02.2026", "DD.MM.YYYY"],
  ["01.02.2026", "DD.MM.YYYY HH:mm"],
  ["26", "YYYY"],
  ["", "HH:mm"],
  ["24:00", "HH:mm"],
  ["99:9", "HH:mm"],
  ["12:60", "HH:mm"],
  ["09:30", "HH:mm"],
  ["09:30", "hh:mm a"],
  ["12", "hh:mm a"],
])("[FM-06] keeps %s in a field of %s as typed", (text, pattern) => {
  expect(complete(text, pattern, now) ?? text).toBe(text);
});

test("[FM-06] a two-digit year is within 79 years back and 20 ahead", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), (number) => {
      const digits = String(number).padStart(2, "0");
      const year = Number(fullYear(digits, now));
      return year % 100 === number && year >= 1947 && year <= 2046;
    }),
  );
  for (const pattern of shortDateFormats)
    expect(complete(pattern.replace("YYYY", "26").replace(/[A-Z]{2}/g, "05"), pattern, now)).toMatch(/2026$/);
});
