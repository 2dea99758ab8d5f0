import fc from "fast-check";
import { expect, test } from "vitest";
import type { TabState } from "./state";
import { createTabStore } from "./store";
import { formatStored, maxCharacters, maxTabs, merge, parseStored } from "./stored";

function opened(...addresses: string[]) {
  const store = createTabStore("/");
  for (const address of addresses) store.actions.open(address);
  return store;
}

/** The state of a window with these tabs after a visit to another address. */
function visit(before: TabState, address: string, activeId?: string): TabState {
  const stored = parseStored(formatStored(before, 1));
  if (!stored) throw new Error("Not stored");
  return merge(createTabStore(address).getState(), stored, activeId);
}

const shape = ({ tabs }: TabState) => tabs.map(({ path, query, pinned }) => ({ path, query, pinned }));
const active = ({ tabs, activeId }: TabState) => tabs.find(({ id }) => id === activeId);

test("[TB-10] restores tabs, order, pins, titles and queries, and mounts only the active one", () => {
  const store = opened("/users?page=3", "/roles", "/users/1?tab=roles");
  const { tabs, activeId } = store.getState();
  store.actions.change(activeId, { title: "Ada" });
  store.actions.pin(activeId, true);
  store.actions.move(tabs[1]?.id ?? "", 3);
  const after = visit(store.getState(), "/roles");
  expect(shape(after)).toEqual(shape(store.getState()));
  expect(after.tabs.map(({ visited }) => visited)).toEqual([false, false, true, false]);
  expect(after.tabs[1]?.title).toBe("Ada");
});

test("[TB-10] the requested address is the active tab, with its own query, in its old place", () => {
  const store = opened("/users?page=3", "/roles");
  expect(active(visit(store.getState(), "/users?page=7"))).toMatchObject({ query: { page: "7" }, order: 1 });
  expect(active(visit(store.getState(), "/search"))).toMatchObject({ path: "/search", order: 3 });
  expect(visit(store.getState(), "/").tabs.map(({ path }) => path)).toEqual(["/", "/users", "/roles"]);
});

test("[TB-10] of two tabs with one path, the previously active one wins", () => {
  const store = opened("/users?page=1");
  const first = store.getState().activeId;
  store.actions.duplicate(first);
  store.actions.setQuery(store.getState().activeId, { page: "2" }, true);
  expect(active(visit(store.getState(), "/users?page=2"))?.order).toBe(2);
  expect(active(visit(store.getState(), "/users?page=1", first))?.order).toBe(1);
});

test("[TB-10] closed tabs can be reopened after a reload", () => {
  const store = opened("/users?page=3", "/roles");
  store.actions.close(store.getState().activeId);
  const { closed } = visit(store.getState(), "/users");
  expect(closed.map(({ path }) => path)).toEqual(["/roles"]);
});

test("[TB-10] for any stored state there is one home, ids differ and the active tab stays", () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("/", "/users", "/roles?page=2", "/USERS/1")),
      fc.constantFrom("/", "/users"),
      (addresses, address) => {
        const store = opened(...addresses);
        for (const { id } of store.getState().tabs) store.actions.duplicate(id);
        const first = visit(store.getState(), address);
        const { tabs, activeId } = visit(first, address);
        expect(tabs.filter(({ path }) => path === "/")).toHaveLength(1);
        expect(new Set(tabs.map(({ id }) => id)).size).toBe(tabs.length);
        expect(
          tabs.filter(({ visited }) => visited).every(({ id, path }) => id === activeId || path === "/"),
        ).toBe(true);
        expect(tabs).toHaveLength(first.tabs.length);
      },
    ),
  ));

test("[TB-10] limits the stored tabs to those used last", () => {
  const store = opened(...Array.from({ length: 2 * maxTabs }, (_, index) => `/users/${index}`));
  const stored = parseStored(formatStored(store.getState(), 1));
  expect(stored?.tabs).toHaveLength(maxTabs);
  expect(stored?.tabs.at(-1)?.path).toBe("/users/199");

  const long = opened(
    ...Array.from({ length: 60 }, (_, index) => `/users/${index}?phrase=${"x".repeat(1900)}`),
    `/roles?phrase=${"x".repeat(9000)}`,
  );
  const json = formatStored(long.getState(), 1);
  expect(json.length).toBeLessThan(maxCharacters + 1000);
  expect(parseStored(json)?.tabs.map(({ path }) => path)).not.toContain("/roles");
  expect(parseStored(json)?.tabs.length).toBeGreaterThan(20);
});

test("[TB-10] ignores broken copies", () => {
  const good = JSON.parse(formatStored(opened("/users").getState(), 1));
  const tab = good.tabs[1];
  for (const bad of [
    null,
    "",
    "{",
    "[]",
    JSON.stringify({ ...good, version: 2 }),
    JSON.stringify({ ...good, tabs: [{ ...tab, path: "//evil.example" }] }),
    JSON.stringify({ ...good, tabs: [{ ...tab, path: "javascript:alert(1)" }] }),
    JSON.stringify({ ...good, tabs: [{ ...tab, query: { page: 1 } }] }),
    JSON.stringify({ ...good, tabs: Array.from({ length: 1000 }, () => tab) }),
  ])
    expect(parseStored(bad)).toBeUndefined();
});
