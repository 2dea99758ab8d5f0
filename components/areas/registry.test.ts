import { expect, test } from "vitest";
import { FilterChips } from "@/components/resource/filters/lazy-chips";
import { areaNames } from "@/lib/areas/areas";
import { areaRegistry } from "./registry";

const { areas, loadView } = areaRegistry;

const namesOf = (some: typeof areas) => some.map(({ name }) => name);

/** Areas with fixed first positions; others are ordered by `place`. */
const first = ["users", "roles", "tenants"];

test("[SH-02] the settings menu and the home page list areas in order of place", () => {
  const inMenu = namesOf(areas.filter(({ inSettings }) => inSettings));
  expect(inMenu.filter((name) => first.includes(name))).toEqual(first);
  const offered = areas.filter(({ views }) => views.list);
  expect(namesOf(offered).filter((name) => first.includes(name))).toEqual(first);
  const places = offered.map(({ place = 0 }) => place);
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThan(0);
});

test("[RT-01] every area with a name and texts has views", () => {
  expect(namesOf(areas).filter(Boolean).toSorted()).toEqual(areaNames.toSorted());
});

test("[TL-04] a page with filters in its address hydrates after their code, keeping the server's HTML", async () => {
  await loadView("/users?page=2");
  expect([loadView("/users?page=2"), FilterChips.isReady()]).toEqual([undefined, false]);
  await loadView("/users?filters=lastName:contains:a");
  expect(FilterChips.isReady()).toBe(true);
});

test("[SH-10] each key after g opens one area", () => {
  const keys = areas.flatMap(({ goKey }) => goKey ?? []);
  expect(keys.toSorted()).toEqual(["a", "h", "o", "r", "u"]);
});
