import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPreferences, shortDateFormats, shortTimeFormats } from "../preferences/preferences";
import { typedPatterns } from "./pattern";
import { typedDateTime, typedDay, typedMonth, typedTime, typedYear } from "./typed";

const days = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test.each(shortDateFormats)("[FM-06] parses each day from the output of %s", (pattern) => {
  const { read, write } = typedDay(pattern);
  fc.assert(fc.property(days, (value) => read(write(value) ?? "") === value));
});

test.each(shortTimeFormats)("[FM-06] parses each minute from the output of %s", (pattern) => {
  const { read, write } = typedTime(pattern);
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const value = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    expect(read(write(value) ?? "")).toBe(value);
  }
});

test("[FM-06] parses days in the user's order", () => {
  expect(typedDay("DD.MM.YYYY").read("03.04.2026")).toBe("2026-04-03");
  expect(typedDay("MM/DD/YYYY").read("03/04/2026")).toBe("2026-03-04");
  expect(typedDay("DD-MM-YYYY").read("3-4-2026")).toBe("2026-04-03");
});

test("[FM-06] does not parse nonexistent or incomplete dates", () => {
  const { read } = typedDay("DD.MM.YYYY");
  for (const text of [
    "31.02.2026",
    "29.02.2025",
    "00.01.2026",
    "01.13.2026",
    "01.01.26",
    "01.01.",
    "",
    "1.1.2026x",
  ])
    expect(read(text), text).toBeUndefined();
  const time = typedTime("hh:mm a");
  for (const text of ["13:00 pm", "00:10 am", "10:60 am", "10:10", "10:10 xm"])
    expect(time.read(text), text).toBeUndefined();
});

test("[FM-06] 12 am is midnight and 12 pm noon", () => {
  const { read, write } = typedTime("hh:mm a");
  expect([read("12:00 am"), read("12:00 pm"), write("00:05"), write("13:05")]).toEqual([
    "00:00",
    "12:00",
    "12:05 am",
    "01:05 pm",
  ]);
});

test("[FM-06] months are typed like days, without the day", () => {
  const patterns = shortDateFormats.map(
    (shortDateFormat) => typedPatterns({ ...defaultPreferences, shortDateFormat }).month,
  );
  expect(patterns).toEqual(["MM.YYYY", "MM.YYYY", "MM-YYYY", "MM-YYYY", "MM/YYYY", "MM/YYYY"]);
  expect(typedMonth("MM.YYYY").read("02.2026")).toBe("2026-02");
  expect(typedMonth("MM.YYYY").read("13.2026")).toBeUndefined();
  expect(typedYear().read("1999")).toBe("1999");
});

test("[FM-06] a date with time is typed in the user's time zone and exchanged in UTC", () => {
  const { read, write } = typedDateTime("DD.MM.YYYY HH:mm", "Europe/Berlin");
  expect(read("01.07.2026 12:00")).toBe("2026-07-01T10:00:00.000Z");
  expect(write("2026-01-01T23:30:00.000Z")).toBe("02.01.2026 00:30");
});

test("[FM-06] the hour skipped in spring does not exist", () => {
  const { read } = typedDateTime("DD.MM.YYYY HH:mm", "Europe/Berlin");
  expect(read("29.03.2026 02:30")).toBeUndefined();
  expect(read("29.03.2026 03:30")).toBe("2026-03-29T01:30:00.000Z");
});

test("[FM-06] each instant of a whole minute survives a round trip, except for the repeated hour", () => {
  const instants = fc.integer({ min: 0, max: 60 * 24 * 365 * 60 }).map((minute) => minute * 60_000);
  for (const zone of ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"]) {
    const { read, write } = typedDateTime("MM/DD/YYYY hh:mm a", zone);
    fc.assert(
      fc.property(instants, (time) => {
        const text = write(new Date(time).toISOString()) ?? "";
        const again = Date.parse(read(text) ?? "");
        return Math.abs(again - time) % 3_600_000 === 0 && Math.abs(again - time) <= 3_600_000;
      }),
      { numRuns: 50 },
    );
  }
});
