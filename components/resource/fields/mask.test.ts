import { maskitoTransform } from "@maskito/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { typedDateTime, typedDay } from "@/lib/format/typed";
import { shortDateFormats } from "@/lib/preferences/preferences";
import { formatTyped, maskOf } from "./mask";

/** Types the keys sequentially. */
function type(keys: string, pattern: string): string {
  return [...keys].reduce((text, key) => formatTyped(text + key, pattern), "");
}

test.each([
  ["01032026", "DD.MM.YYYY", "01.03.2026"],
  ["1.3.2026", "DD.MM.YYYY", "01.03.2026"],
  ["1/3/2026", "DD.MM.YYYY", "01.03.2026"],
  ["1-3 2026", "MM/DD/YYYY", "01/03/2026"],
  ["31.02.2026", "DD.MM.YYYY", "31.02.2026"],
  ["45.99.2026", "DD.MM.YYYY", "45.99.2026"],
  ["930", "HH:mm", "93:0"],
  ["9:30", "HH:mm", "09:30"],
  ["9:30p", "hh:mm a", "09:30 pm"],
  ["0930a", "hh:mm a", "09:30 am"],
  ["3.2026", "MM.YYYY", "03.2026"],
  ["1.3.2026 9:5", "DD.MM.YYYY HH:mm", "01.03.2026 09:5"],
  ["1.3.26", "DD.MM.YYYY", "01.03.26"],
  ["1.3.26 9:5", "DD.MM.YYYY HH:mm", "01.03.2026 09:5"],
  ["1/3/26 9p", "DD/MM/YYYY hh:mm a", "01/03/2026 09:00 pm"],
  ["9p", "hh:mm a", "09:00 pm"],
  ["12a", "hh:mm a", "12:00 am"],
  ["930p", "hh:mm a", "09:30 pm"],
  ["1/3/26 130p", "DD/MM/YYYY hh:mm a", "01/03/2026 01:30 pm"],
  ["1230p", "hh:mm a", "12:30 pm"],
  ["9p", "HH:mm", "9"],
  ["p", "hh:mm a", ""],
  ["abc", "DD.MM.YYYY", ""],
  ["1..3", "DD.MM.YYYY", "01.3"],
])("[FM-06] typing %s into %s gives %s", (keys, pattern, text) => {
  expect(type(keys, pattern)).toBe(text);
});

test("[FM-06] a complete date is the same typed and pasted, and stays unchanged", () => {
  const digits = fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String);
  for (const pattern of shortDateFormats) {
    const options = maskOf(typedDay(pattern));
    fc.assert(
      fc.property(digits, (keys) => {
        const text = type(keys, pattern);
        return (
          text.length === 10 &&
          formatTyped(keys, pattern) === text &&
          maskitoTransform(text, options) === text
        );
      }),
    );
  }
});

test("[FM-06] any pasted text is truncated to the pattern's length, even a megabyte", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => formatTyped(text, "DD.MM.YYYY").length <= 10),
  );
  const before = performance.now();
  expect(formatTyped("1".repeat(1_000_000), "DD.MM.YYYY").length).toBe(10);
  expect(formatTyped(" . ".repeat(300_000), "DD.MM.YYYY").length).toBeLessThanOrEqual(10);
  expect(performance.now() - before).toBeLessThan(1000);
});

test("[FM-06] a value in exchange format can be pasted or autofilled", () => {
  expect(maskitoTransform("2026-12-24", maskOf(typedDay("DD.MM.YYYY")))).toBe("24.12.2026");
  expect(maskitoTransform("24.12.2026", maskOf(typedDay("DD.MM.YYYY")))).toBe("24.12.2026");
});

test("[FM-06] a day and time in database or spreadsheet format can be pasted", () => {
  const dateTime = maskOf(typedDateTime("DD.MM.YYYY HH:mm", "America/Los_Angeles"));
  expect(maskitoTransform("2026-12-24 18:30:00", dateTime)).toBe("24.12.2026 18:30");
  expect(maskitoTransform("2026-12-24", dateTime)).toBe("24.12.2026");
  expect(maskitoTransform("2026-12-24 18:30", maskOf(typedDay("MM/DD/YYYY")))).toBe("12/24/2026");
});
