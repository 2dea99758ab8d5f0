import { expect, test } from "vitest";
import { validUntilOf } from "./share-validity";

const from = (now: string, preset: Parameters<typeof validUntilOf>[0]) =>
  validUntilOf(preset, new Date(now)).toISOString();

test("[AM-03] a link expires after its period, clamped to the last day of shorter months", () => {
  expect(from("2026-12-31T10:00:00.000Z", "oneDay")).toBe("2027-01-01T10:00:00.000Z");
  expect(from("2026-01-31T10:00:00.000Z", "oneMonth")).toBe("2026-02-28T10:00:00.000Z");
  expect(from("2026-11-30T10:00:00.000Z", "threeMonths")).toBe("2027-02-28T10:00:00.000Z");
  expect(from("2026-08-15T10:00:00.000Z", "sixMonths")).toBe("2027-02-15T10:00:00.000Z");
  expect(from("2028-02-29T10:00:00.000Z", "oneYear")).toBe("2029-02-28T10:00:00.000Z");
});
