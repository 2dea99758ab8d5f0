import fc from "fast-check";
import { expect, test } from "vitest";
import { isDay, isMonth, isTime, readInstant } from "../format/calendar";
import { dateTime, day, month, time, year } from "./dates";
import { messageOf } from "./messages";

const rulesOf = (schema: ReturnType<typeof day>, value: string) =>
  schema.safeParse(value).error?.issues.map((issue) => messageOf(issue).key) ?? [];

test("[FM-06] a day must exist in the calendar", () => {
  const days = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(fc.property(days, (date) => isDay(date.toISOString().slice(0, 10))));
  for (const value of [
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "1900-02-29",
    "0000-01-01",
    "26-1-1",
  ])
    expect(isDay(value), value).toBe(false);
  expect(isDay("2000-02-29")).toBe(true);
});

test("[FM-06] refuses invalid dates instead of correcting them", () => {
  expect(rulesOf(day(), "31.02.2026")).toEqual(["day"]);
  expect(rulesOf(time(), "25:10")).toEqual(["time"]);
  expect(rulesOf(month(), "13.2026")).toEqual(["month"]);
  expect(rulesOf(dateTime(), "31.02.2026 10:00")).toEqual(["moment"]);
});

test("[FM-06] minimum and maximum are inclusive", () => {
  const year = day({ min: "2026-01-01", max: "2026-12-31" });
  expect(rulesOf(year, "2026-01-01")).toEqual([]);
  expect(rulesOf(year, "2026-12-31")).toEqual([]);
  expect(rulesOf(year, "2025-12-31")).toEqual(["earliest"]);
  expect(rulesOf(year, "2027-01-01")).toEqual(["latest"]);
});

test("[FM-06] limits of years are formatted as years, not as amounts", () => {
  const since = year({ min: "1900", max: "2029" });
  const messageFor = (value: unknown) => {
    const issue = since.safeParse(value).error?.issues[0];
    return issue && messageOf(issue);
  };
  expect([messageFor(1900), messageFor(2029)]).toEqual([undefined, undefined]);
  expect(messageFor(1899)).toEqual({ key: "earliest", values: { min: "1900" } });
  expect(messageFor(2030)).toEqual({ key: "latest", values: { max: "2029" } });
  expect(messageFor(1950.5)?.key).toBe("integer");
});

test("[FM-02] the empty value passes every date rule", () => {
  for (const schema of [day({ min: "2026-01-01" }), time(), month(), dateTime()])
    expect(rulesOf(schema, "")).toEqual([]);
});

test("[FM-06] months and times of day", () => {
  expect([isMonth("2026-12"), isMonth("2026-13"), isTime("23:59"), isTime("24:00"), isTime("9:00")]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

test("[HO-03] parses an instant with any offset as the same instant", () => {
  const moments = fc.date({ min: new Date("1000-01-02"), max: new Date("9998-12-30"), noInvalidDate: true });
  const offsets = fc.record({ minutes: fc.integer({ min: -959, max: 959 }), colon: fc.boolean() });
  fc.assert(
    fc.property(moments, offsets, (moment, { minutes, colon }) => {
      const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
      const ahead = Math.abs(minutes);
      const offset = `${minutes < 0 ? "-" : "+"}${two(ahead / 60)}${colon ? ":" : ""}${two(ahead % 60)}`;
      const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      expect(Date.parse(readInstant(local + offset) ?? "")).toBe(moment.getTime());
    }),
  );
  expect(readInstant("2026-03-01T09:30Z")).toBe("2026-03-01T09:30Z");
  expect(readInstant("2026-03-01t09:30:00,5z")).toBe("2026-03-01T09:30:00.5Z");
  for (const value of [
    "",
    "2026-03-01",
    "2026-03-01T09:30:00",
    "2026-02-29T00:00Z",
    "2026-03-01T24:00Z",
    "2026-03-01T09:30+24:00",
    // PostgreSQL rejects the offset, and the year exceeds four digits.
    "2026-03-01T09:30+16:00",
    "9999-12-31T23:59:59-12:00",
    "9999-12-31T23:59:59.9999Z",
    "0001-01-01T00:00:00+12:00",
  ])
    expect(readInstant(value), value).toBeUndefined();
});
