import { expect, test } from "vitest";
import { areaNames } from "@/lib/areas";
import { areas } from "./registry";

const namesOf = (some: typeof areas) => some.map(({ name }) => name);

test("[SH-02] the settings menu and the home page offer areas in the order of their places", () => {
  expect(namesOf(areas.filter(({ inSettings }) => inSettings))).toEqual(["users", "roles", "tenants"]);
  const offered = areas.filter(({ views }) => views.list);
  expect(namesOf(offered).slice(0, 3)).toEqual(["users", "roles", "tenants"]);
  expect(offered.every(({ place }) => place !== undefined)).toBe(true);
});

test("[RT-01] every area that has a name and words has views", () => {
  expect(namesOf(areas).filter(Boolean).toSorted()).toEqual(areaNames.toSorted());
});
