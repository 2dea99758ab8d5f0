import "dayjs/locale/de";
import { expect, test } from "vitest";
import { defaultPreferences } from "../preferences/preferences";
import { createFormat } from "./format";

const instant = "2026-03-01T22:30:00.000Z";

test("[PR-01] dates follow the preferences and the time zone", () => {
  const format = createFormat({
    preferences: {
      ...defaultPreferences,
      shortDateFormat: "MM/DD/YYYY",
      shortTimeFormat: "hh:mm a",
      longDateFormat: "LL",
    },
    language: "de",
    locale: "de",
    timeZone: "Europe/Belgrade",
  });
  expect(format.dateTime("2026-03-01T23:30:00.000Z")).toBe("03/02/2026 12:30 am");
  expect(format.longDate(instant)).toBe("1. März 2026");
  expect(format.number(12_345.5)).toBe("12.345,5");
});

test("[PR-01] nothing and nonsense give an empty text", () => {
  const format = createFormat({
    preferences: defaultPreferences,
    language: "en",
    locale: "en",
    timeZone: "UTC",
  });
  expect([format.date(null), format.date(undefined), format.date("never")]).toEqual(["", "", ""]);
  expect(format.dateTime(instant)).toBe("01.03.2026 22:30");
});
