import { expect, test } from "vitest";
import { areaNames } from "@/lib/areas";
import { areas } from "./registry";

const namesOf = (some: typeof areas) => some.map(({ name }) => name);

/** The areas that came first; what comes later stands where it says. */
const first = ["users", "roles", "tenants"];

test("[SH-02] the settings menu and the home page offer areas in the order of their places", () => {
  const inMenu = namesOf(areas.filter(({ inSettings }) => inSettings));
  expect(inMenu.filter((name) => first.includes(name))).toEqual(first);
  const offered = areas.filter(({ views }) => views.list);
  expect(namesOf(offered).filter((name) => first.includes(name))).toEqual(first);
  const places = offered.map(({ place = 0 }) => place);
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThan(0);
});

test("[RT-01] every area that has a name and words has views", () => {
  expect(namesOf(areas).filter(Boolean).toSorted()).toEqual(areaNames.toSorted());
});
