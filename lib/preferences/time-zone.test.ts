import { afterEach, expect, test, vi } from "vitest";
import { createFormat } from "../format/format";
import { defaultPreferences } from "./preferences";
import { browserTimeZone, isTimeZone, knownTimeZone } from "./time-zone";

afterEach(() => void vi.restoreAllMocks());

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/BERLIN", "Europe/Berlin"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["CTT", "Asia/Shanghai"],
  ["US/Pacific-New", "America/Los_Angeles"],
  ["UTC", "UTC"],
  ["Etc/Unknown", undefined],
  ["Mars/Base", undefined],
  ["+02:00", undefined],
  ["", undefined],
  [`Europe/${"B".repeat(100)}`, undefined],
  [undefined, undefined],
  [["Europe/Berlin", "UTC"], undefined],
] as const)("[PR-01] %o is the zone %o", (name, zone) => {
  expect(knownTimeZone(name)).toBe(zone);
});

test("[PR-01] all offered zones are known", () => {
  expect(Intl.supportedValuesOf("timeZone").filter((name) => !isTimeZone(name))).toEqual([]);
});

test.each(["Etc/Unknown", undefined])(
  "[PR-01] a browser in %s, which it refuses itself, has the time of UTC",
  (timeZone) => {
    vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValueOnce({ timeZone } as never);
    const here = browserTimeZone();
    expect(here).toBe("UTC");
    const format = createFormat({ preferences: defaultPreferences, language: "en", timeZone: here });
    expect(format.dateTime("2026-11-27T12:00:00Z")).toBe("27.11.2026 12:00");
  },
);
