import { expect, test } from "vitest";
import { queriesOf } from "./prefetch";
import { areaRegistry } from "./registry";

const { areas } = areaRegistry;

const asked = (path: string, query: Record<string, string> = {}) =>
  queriesOf(path, query).map(({ endpoint, input }) => [`${endpoint.area}.${endpoint.name}`, input]);

test("[RT-02] the server prefetches exactly the table of the address", () => {
  expect(asked("/Users", { page: "3", sortBy: "email", sortDir: "desc", phrase: "ada" })).toEqual([
    ["users.list", { query: { page: 3, pageLimit: 10, sortBy: "email", sortDir: "desc", phrase: "ada" } }],
  ]);
  expect(asked("/search", { collection: "users", page: "3" })).toEqual(asked("/users", { page: "3" }));
});

test("[US-02] the first page of users prefetches the invited people too, unless filtered", () => {
  const found = { sortBy: "createdOn", sortDir: "desc", page: 1, pageLimit: 5, phrase: "" };
  expect(asked("/users")[1]).toEqual(["invitations.list", { query: found }]);
  expect(asked("/users", { phrase: " ada " })[1]).toEqual([
    "invitations.list",
    { query: { ...found, phrase: "ada" } },
  ]);
  const others: Record<string, string>[] = [
    { filters: "email:notEmpty" },
    { phrase: "ada", page: "2" },
    { phrase: "ada", deleted: "yes" },
  ];
  for (const query of others) expect(asked("/users", query).map(([name]) => name)).toEqual(["users.list"]);
});

test("[RT-01] a detail address prefetches the record and its open sub-tab", () => {
  expect(asked("/roles/r1", { tab: "permissions" })).toEqual([
    ["roles.detail", { params: { roleId: "r1" } }],
    ["roles.permissions", { params: { roleId: "r1" } }],
  ]);
  expect(asked("/users/u1", { tab: "roles" }).map(([name]) => name)).toEqual(["users.detail", "users.roles"]);
  expect(asked("/users/new").map(([name]) => name)).toEqual(["dictionaries.roles"]);
});

test("[TL-07] a list of all rows is not prefetched, its surroundings are", () => {
  expect(asked("/roles", { pageLimit: "-1" })).toEqual([]);
  const detail = asked("/users/u1", { tab: "roles", pageLimit: "-1" });
  expect(detail.map(([name]) => name)).toEqual(["users.detail"]);
});

test("[HO-05] the home page prefetches all its data with one call", () => {
  expect(asked("/")).toEqual([["home.overview", {}]]);
});

test("[HO-02] the search over all collections prefetches the calls of its view", () => {
  expect(asked("/search", { everywhere: "true", phrase: " ada  b " })).toEqual([
    ["search.everywhere", { query: { phrase: "ada b" } }],
  ]);
  expect(asked("/search", { everywhere: "true" })).toEqual([]);
});

test("[RT-03] an unknown address prefetches nothing", () => {
  expect(asked("/nowhere/1")).toEqual([]);
  expect(asked("/constructor")).toEqual([]);
  expect(asked("/search", { collection: "__proto__" })).toEqual([]);
  expect(asked("/roles/%E0%A4%A")).toHaveLength(1);
});

test("[RT-01] every area with records prefetches its list and its record", () => {
  const withRecords = areas.filter(({ views }) => views.list && views.detail).map(({ name }) => name);
  expect(withRecords.length).toBeGreaterThan(1);
  for (const name of withRecords) {
    expect(asked(`/${name}`).map(([call]) => call)).toContain(`${name}.list`);
    expect(asked(`/${name}/1`).map(([call]) => call)).toContain(`${name}.detail`);
  }
});
