import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAddress, parseAddress, pathKey, withoutPrefix } from "./address";
import { createTabStore } from "./store";

const paths = () =>
  fc.constantFrom(
    "/",
    "/users",
    "/Users",
    "/users/1",
    "/users/2?tab=roles",
    "/roles",
    "/roles/new",
    "/nowhere/at/all",
  );

type Step =
  | { kind: "open"; address: string; mode: "tab" | "replace" | "background" }
  | { kind: "close" | "discard" | "activate" | "highlight" | "reload"; at: number }
  | { kind: "follow"; address: string };

const step: () => fc.Arbitrary<Step> = () =>
  fc.oneof(
    fc.record({
      kind: fc.constant("open" as const),
      address: paths(),
      mode: fc.constantFrom("tab" as const, "replace" as const, "background" as const),
    }),
    fc.record({
      kind: fc.constantFrom(
        "close" as const,
        "discard" as const,
        "activate" as const,
        "highlight" as const,
        "reload" as const,
      ),
      at: fc.nat(12),
    }),
    fc.record({ kind: fc.constant("follow" as const), address: paths() }),
  );

function run(first: string, steps: readonly Step[]) {
  const store = createTabStore(first);
  for (const one of steps) {
    const { tabs } = store.getState();
    const id = "at" in one ? (tabs[one.at % tabs.length]?.id ?? "") : "";
    if (one.kind === "open") store.actions.open(one.address, { mode: one.mode });
    else if (one.kind === "follow") store.actions.follow(one.address);
    else if (one.kind === "highlight") store.actions.change(id, { highlighted: true });
    else store.actions[one.kind](id);
  }
  return store.getState();
}

describe("whatever is done with tabs", () => {
  test("[TB-01] no path is open twice, whatever its case", () =>
    fc.assert(
      fc.property(paths(), fc.array(step()), (first, steps) => {
        const keys = run(first, steps).tabs.map((tab) => pathKey(tab.path));
        expect(new Set(keys).size).toBe(keys.length);
      }),
    ));

  test("[TB-03] the active tab exists and has been visited, home is there, orders and ids differ", () =>
    fc.assert(
      fc.property(paths(), fc.array(step()), (first, steps) => {
        const { tabs, activeId } = run(first, steps);
        expect(tabs.find(({ id }) => id === activeId)?.visited).toBe(true);
        expect(tabs.filter(({ persistent }) => persistent).map(({ path }) => path)).toEqual(["/"]);
        expect(new Set(tabs.map(({ order }) => order)).size).toBe(tabs.length);
        expect(new Set(tabs.map(({ id }) => id)).size).toBe(tabs.length);
      }),
    ));

  test("[TB-03] closing the active tab activates the one with the highest order", () =>
    fc.assert(
      fc.property(paths(), fc.array(step()), (first, steps) => {
        const before = run(first, [...steps, { kind: "open", address: "/roles/9", mode: "tab" }]);
        const store = createTabStore("/");
        store.setState(before);
        store.actions.discard(before.activeId);
        const { tabs, activeId } = store.getState();
        const highest = Math.max(...tabs.map(({ order }) => order));
        expect(tabs.find(({ id }) => id === activeId)?.order).toBe(highest);
      }),
    ));
});

function opened(...addresses: string[]) {
  const store = createTabStore("/");
  for (const address of addresses) store.actions.open(address);
  const tab = (path: string) => {
    const found = store.getState().tabs.find((candidate) => candidate.path === path);
    if (!found) throw new Error(`No tab at ${path}`);
    return found;
  };
  return {
    store,
    tab,
    active: () => store.getState().tabs.find(({ id }) => id === store.getState().activeId),
  };
}

test("[TB-01] opening an open path activates it and takes over a query only if one is given", () => {
  const { store, tab, active } = opened("/users?page=3", "/roles");
  store.actions.open("/USERS");
  expect(active()).toMatchObject({ path: "/users", query: { page: "3" } });
  store.actions.open("/users?page=4");
  expect(tab("/users").query).toEqual({ page: "4" });
  expect(store.getState().tabs).toHaveLength(3);
});

test("[TB-02] a tab opened in the background is neither active nor mounted", () => {
  const { store, tab, active } = opened("/users");
  store.actions.open("/users/1", { mode: "background", title: "Ada Byron" });
  expect(active()?.path).toBe("/users");
  expect(tab("/users/1")).toMatchObject({ visited: false, title: "Ada Byron" });
  store.actions.change(tab("/users/1").id, { title: "Ada Lovelace" });
  store.actions.open("/users/1", { title: "Ada Byron" });
  expect(tab("/users/1").title).toBe("Ada Lovelace");
});

test("[TB-08] replacing keeps the place in the strip and mounts anew", () => {
  const { store, tab, active } = opened("/roles/new", "/users");
  const { id, order } = tab("/roles/new");
  store.actions.open("/roles/7", { mode: "replace", from: id });
  expect(store.getState().tabs.map(({ path }) => path)).toEqual(["/", "/roles/7", "/users"]);
  expect(tab("/roles/7").order).toBe(order);
  expect(tab("/roles/7").id).not.toBe(id);
  expect(active()?.path).toBe("/users");
});

test("[TB-06] a highlighted tab asks before it closes and stays until it is answered", () => {
  const { store, tab } = opened("/users/1", "/roles");
  const { id } = tab("/users/1");
  store.actions.change(id, { highlighted: true });
  store.actions.close(id);
  expect(store.getState()).toMatchObject({ asking: [id], activeId: id });
  store.actions.stopAsking(id);
  expect(tab("/users/1").highlighted).toBe(true);
  store.actions.close(id);
  store.actions.discard(id);
  expect(store.getState().asking).toEqual([]);
  expect(() => tab("/users/1")).toThrow();
});

test("[TB-06] a create tab that is saved in order to close opens nothing in its place", () => {
  const { store, tab } = opened("/roles/new");
  const { id } = tab("/roles/new");
  store.actions.change(id, { highlighted: true });
  store.actions.close(id);
  store.actions.open("/roles/7", { mode: "replace", from: id });
  store.actions.discard(id);
  expect(store.getState().tabs.map(({ path }) => path)).toEqual(["/"]);
});

test("[RT-02] a callback stays within the product", () => {
  const { store, tab } = opened(
    "/users/1?callbackUrl=https%3A%2F%2Fevil.example",
    "/users/2?callbackUrl=%2Froles",
  );
  store.actions.open("/users/3", { callbackUrl: "//evil.example" });
  expect([tab("/users/1"), tab("/users/2"), tab("/users/3")].map(({ callback }) => callback)).toEqual([
    undefined,
    "/roles",
    undefined,
  ]);
});

test("a query is patched without touching the others, and tells how to write the address", () => {
  const { store, tab } = opened("/users?page=2&sortBy=email");
  store.actions.setQuery(tab("/users").id, { page: undefined, phrase: "ä &" }, true);
  expect(tab("/users").query).toEqual({ sortBy: "email", phrase: "ä &" });
  expect(store.getState().write).toBe("replace");
});

test("[RT-01] addresses: first segment in lower case, and there and back", () => {
  expect(parseAddress("/USERS/AbC/?tab=roles#x")).toEqual({ path: "/users/AbC", query: { tab: "roles" } });
  expect(parseAddress("")).toEqual({ path: "/", query: {} });
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,9}$/), fc.string({ minLength: 1 })), (query) => {
      expect(parseAddress(formatAddress({ path: "/users", query })).query).toEqual({ ...query });
    }),
  );
});

test("[CF-01] addresses below a prefix", () => {
  expect(withoutPrefix("/admin", "/admin")).toBe("/");
  expect(withoutPrefix("/admin", "/Admin/users?page=2")).toBe("/users?page=2");
  expect(withoutPrefix("/admin", "/admin?x=1")).toBe("/?x=1");
  expect(withoutPrefix("/admin", "/administration")).toBeUndefined();
  expect(withoutPrefix("", "/users")).toBe("/users");
});
