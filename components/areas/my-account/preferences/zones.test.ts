import { expect, test } from "vitest";
import { findZones, zoneText } from "./zones";

const january = Date.UTC(2026, 0, 15);
const find = (phrase: string, limit = 10) =>
  findZones(phrase, limit, { here: "Europe/Berlin", now: january }).found.map(({ name }) => name);

test("[PR-01] a time zone is shown with its offset", () => {
  expect(zoneText("America/New_York", january)).toBe("America/New York (UTC-05:00)");
  expect(zoneText("Asia/Kolkata", january)).toBe("Asia/Kolkata (UTC+05:30)");
  expect(zoneText("America/St_Johns", january)).toBe("America/St Johns (UTC-03:30)");
  expect(zoneText("Europe/Berlin", Date.UTC(2026, 6, 1))).toBe("Europe/Berlin (UTC+02:00)");
});

test("[PR-01] time zones are found by city, region, offset and current name", () => {
  expect(find("berl")[0]).toBe("Europe/Berlin");
  expect(find("new york")).toEqual(["America/New_York"]);
  expect(find("NEW_YORK")).toEqual(["America/New_York"]);
  expect(find("europe/war")).toEqual(["Europe/Warsaw"]);
  expect(find("são paulo")).toEqual(["America/Sao_Paulo"]);
  expect(find("utc+5:45")).toHaveLength(1);
  expect(find("kolkata")).toHaveLength(1);
  expect(find("kyiv")).toHaveLength(1);
  expect(find("atlantis")).toEqual([]);
});

test("[PR-01] without a phrase the nearest time zones come first, and more are indicated", () => {
  expect(find("").slice(0, 2)).toEqual(["Europe/Berlin", "UTC"]);
  const { found, total } = findZones("", 10, { here: "Europe/Berlin", now: january });
  expect(found.slice(2).map(({ offset }) => offset)).toEqual(Array(8).fill(60));
  expect(total).toBeGreaterThan(300);
});
