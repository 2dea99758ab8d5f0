import fc from "fast-check";
import { expect, test } from "vitest";
import { instantOf, offsetMinutes, wallClock } from "./zone";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Asia/Tehran",
  "Asia/Kathmandu",
];
const hour = 3_600_000;
// No zone has changed its clocks twice within this time.
const step = 72 * hour;

/** Instants at which the offset of a zone changes, from 2005 to 2030. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  for (let at = Date.UTC(2005, 0, 1); at < Date.UTC(2030, 0, 1); at += step) {
    let [low, high] = [at, at + step];
    if (offsetMinutes(low, zone) === offsetMinutes(high, zone)) continue;
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (offsetMinutes(middle, zone) === offsetMinutes(low, zone)) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}

test.each(zones)("[PR-01] round trip around each clock change in %s", (zone) => {
  for (const change of changesOf(zone))
    for (let at = change - 3 * hour; at <= change + 3 * hour; at += 15 * 60_000) {
      const wall = wallClock(at, zone);
      const read = instantOf(wall, zone) ?? Number.NaN;
      // A repeated hour means the first one.
      expect(wallClock(read, zone)).toBe(wall);
      expect(read).toBeLessThanOrEqual(at);
    }
});

test("[PR-01] round trip of any instant in any zone, except for a repeated hour", () => {
  const instants = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2090, 0, 1) });
  fc.assert(
    fc.property(instants, fc.constantFrom(...Intl.supportedValuesOf("timeZone")), (at, zone) => {
      const wall = wallClock(at, zone);
      const read = instantOf(wall, zone);
      return read !== undefined && read <= at && wallClock(read, zone) === wall;
    }),
    { numRuns: 500 },
  );
});

test("[PR-01] cached offsets agree with the calendar, in any zone", () => {
  const instants = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2045, 0, 1) });
  fc.assert(
    fc.property(instants, fc.constantFrom(...Intl.supportedValuesOf("timeZone")), (instant, timeZone) => {
      const at = Math.floor(instant / 1000) * 1000;
      const written = new Intl.DateTimeFormat("sv-SE", {
        timeZone,
        dateStyle: "short",
        timeStyle: "medium",
      }).format(at);
      return new Date(wallClock(at, timeZone)).toISOString() === `${written.replace(" ", "T")}.000Z`;
    }),
    { numRuns: 1000 },
  );
});

test("[PR-01] a skipped time does not exist, a repeated one is the first", () => {
  expect(instantOf(Date.UTC(2026, 2, 29, 2, 30), "Europe/Berlin")).toBeUndefined();
  expect(instantOf(Date.UTC(2026, 2, 29, 3, 0), "Europe/Berlin")).toBe(Date.UTC(2026, 2, 29, 1, 0));
  expect(instantOf(Date.UTC(2026, 9, 25, 2, 30), "Europe/Berlin")).toBe(Date.UTC(2026, 9, 25, 0, 30));
  // Samoa skipped a whole day.
  expect(instantOf(Date.UTC(2011, 11, 30, 12, 0), "Pacific/Apia")).toBeUndefined();
});

test("[PR-01] offsets follow the seasons", () => {
  expect(offsetMinutes(Date.UTC(2026, 0, 1), "Europe/Berlin")).toBe(60);
  expect(offsetMinutes(Date.UTC(2026, 6, 1), "Europe/Berlin")).toBe(120);
  expect(offsetMinutes(Date.UTC(2026, 0, 1), "Asia/Kathmandu")).toBe(345);
  expect(offsetMinutes(Date.UTC(2026, 0, 1), "America/St_Johns")).toBe(-210);
});
