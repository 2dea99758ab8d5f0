import { expect, test } from "vitest";
import { formatSize } from "@/lib/format/size";
import { colourNamed, colourNames, colours } from "@/lib/theme/colours";
import { labelsShown } from "./chosen-labels";

import { timeOptionOf, timeOptions, yearOptions } from "./date-options";

test("[FM-06] years range from three ahead to 1900, within the limits", () => {
  const years = yearOptions(new Date("2026-06-01"));
  expect([years[0], years.at(-1), years.length]).toEqual([2029, 1900, 130]);
  expect(yearOptions(new Date("2026-06-01"), "2024-05-01", "2026-01-01")).toEqual([2026, 2025, 2024]);
  expect(yearOptions(new Date("2026-06-01"), "2040-01-01")).toEqual([]);
});

test("[FM-06] times come in steps of 15 minutes, within the limits", () => {
  expect(timeOptions()).toHaveLength(96);
  expect(timeOptions("08:50", "09:30")).toEqual(["09:00", "09:15", "09:30"]);
  expect([timeOptionOf("09:40"), timeOptionOf("00:00"), timeOptionOf("23:59")]).toEqual([
    "09:30",
    "00:00",
    "23:45",
  ]);
});

test("[FM-08] up to three labels are shown, then the number of others", () => {
  expect(labelsShown(["a", "b", "c"])).toEqual({ shown: ["a", "b", "c"], more: 0 });
  expect(labelsShown(["a", "b", "c", "d", "e"])).toEqual({ shown: ["a", "b", "c"], more: 2 });
});

test("[FM-08] the palette has nine named colours", () => {
  expect(colourNames).toHaveLength(9);
  expect(new Set(Object.values(colours)).size).toBe(9);
  expect(colourNamed(colours.teal.toUpperCase())).toBe("teal");
  expect(colourNamed("#123456")).toBeUndefined();
});

test("[FM-05] file sizes are formatted for reading", () => {
  expect([0, 1023, 1024, 1_572_864, 5 * 1024 ** 3].map((size) => formatSize(size, "en"))).toEqual([
    "0 bytes",
    "1,023 bytes",
    "1 kB",
    "1.5 MB",
    "5 GB",
  ]);
  expect(formatSize(1_572_864, "de")).toBe("1,5 MB");
});
