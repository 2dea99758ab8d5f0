import { expect, test } from "vitest";
import { allEndpoints, allPermissions, contract, permissionTrees } from ".";
import type { Endpoint } from "./endpoint";
import { historiesSeenWith } from "./history";

test("[PM-01] the views of a role's permissions are ordered by their distinct places", () => {
  const first = ["UserView", "RoleView", "TenantView"];
  expect(permissionTrees.map(({ view }) => view).filter((view) => first.includes(view))).toEqual(first);
  const places = permissionTrees.map(({ place }) => place);
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
});

test("[PM-01] every history requires existing permissions", () => {
  // Tests in this process declare records too.
  const known = [...historiesSeenWith].filter(([list]) =>
    allEndpoints.some(({ path }) => path === `/${list}`),
  );
  expect(known.length).toBeGreaterThan(0);
  expect(known.flatMap(([, names]) => names)).toEqual(
    known.flatMap(([, names]) => names.filter((name) => allPermissions.some((one) => one === name))),
  );
});

test("[CF-06] every area of the contract is named like its calls, and contains only calls", () => {
  expect(Object.keys(contract).toSorted()).toEqual(
    [...new Set(allEndpoints.map(({ area }) => area))].toSorted(),
  );
  expect(allEndpoints.filter(({ method, path }) => !method || !path.startsWith("/"))).toEqual([]);
});

test("[AA-04] seeing attributes of some records allows listing all attributes", () => {
  const { access } = contract.dictionaries.attributes;
  const seen = allEndpoints.flatMap(({ list }: Endpoint) => list?.attributed?.permission ?? []);
  expect(seen.length).toBeGreaterThan(0);
  expect(access.anyOf).toEqual(expect.arrayContaining(seen));
});
