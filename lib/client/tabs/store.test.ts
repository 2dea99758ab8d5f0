import fc from "fast-check";
import { expect, test } from "vitest";
import { localAddress } from "../../contract/local-address";
import { formatAddress, parseAddress, withCallback, withoutPrefix } from "./address";
import { createTabStore } from "./store";

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

test("[TB-08] replacing keeps the place in the strip and remounts", () => {
  const { store, tab, active } = opened("/roles/new", "/users");
  const { id, order } = tab("/roles/new");
  store.actions.open("/roles/7", { mode: "replace", from: id });
  expect(store.getState().tabs.map(({ path }) => path)).toEqual(["/", "/roles/7", "/users"]);
  expect(tab("/roles/7").order).toBe(order);
  expect(tab("/roles/7").id).not.toBe(id);
  expect(active()?.path).toBe("/users");
});

test("[TB-08] [TB-10] a view that replaces a pinned tab is pinned too, and so is its duplicate", () => {
  const { store, tab } = opened("/roles/new", "/users");
  const { id } = tab("/roles/new");
  store.actions.pin(id, true);
  store.actions.open("/roles/7", { mode: "replace", from: id });
  expect(store.getState().tabs.map(({ path, pinned }) => [path, pinned])).toEqual([
    ["/", false],
    ["/roles/7", true],
    ["/users", false],
  ]);
  store.actions.duplicate(tab("/roles/7").id);
  expect(store.getState().tabs.map(({ path, pinned }) => [path, pinned])).toEqual([
    ["/", false],
    ["/roles/7", true],
    ["/roles/7", true],
    ["/users", false],
  ]);
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

test("[RT-02] carries a callback in the address, and removes one that leads outside", () => {
  const { store, tab } = opened("/users/1?tab=roles&callbackUrl=https%3A%2F%2Fevil.example");
  store.actions.open("/users/2", { callbackUrl: "/roles?page=2" });
  expect(tab("/users/1").query).toEqual({ tab: "roles" });
  expect(tab("/users/2").query).toEqual({ callbackUrl: "/roles?page=2" });
});

test("[RT-02] any callback leads to this origin and opens within the product", () => {
  const parts = fc.constantFrom(
    ..."/ \\ // . .. : @ ? # & % %2f %5c %09 http: https: javascript: data: evil.example users 1 \t \n \u0000 é".split(
      " ",
    ),
    " ",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (given) => {
      const local = localAddress(given.join(""));
      if (local === undefined) return;
      const url = new URL(local, "https://hub.example/acme/");
      expect(url.origin).toBe("https://hub.example");
      expect(`${url.pathname}${url.search}`).toBe(local);
      expect(local).toMatch(/^\/(?![/\\])/);
      expect(local.split(/[?]/)[0]?.split("/")).not.toContain("..");
    }),
    { numRuns: 2000 },
  );
  for (const away of [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "https://evil.example",
    "",
    "users",
    "/.//evil.example",
  ])
    expect(localAddress(away), away).toBeUndefined();
  expect(localAddress("/users/../roles?page=2")).toBe("/roles?page=2");
});

test("[RT-02] a view opened from a filtered list carries the address to return to", () => {
  const list = parseAddress("/roles?page=2&phrase=a%20%26%20b&callbackUrl=%2Fusers");
  const { store, tab } = opened(withCallback("/roles/new", list));
  expect(tab("/roles/new")).toMatchObject({ callback: "/roles?page=2&phrase=a+%26+b" });
  expect(store.getState().tabs.at(-1)?.query.callbackUrl).toBe("/roles?page=2&phrase=a+%26+b");
  expect(withCallback("/roles/new", parseAddress("/roles"))).toBe("/roles/new");
});

test("[RT-02] [TB-02] a view that closes itself returns to its callback, and asks about changes", async () => {
  const { store, tab, active } = opened("/users", "/roles/new?callbackUrl=%2Froles%3Fpage%3D2", "/tenants");
  const { id } = tab("/roles/new");
  store.actions.change(id, { highlighted: true });
  store.actions.setGuard(id, { save: async () => true, discard: () => undefined });
  const stayed = store.actions.leave(id);
  await store.actions.answer("cancel");
  await stayed;
  expect(tab("/roles/new")).toBeDefined();
  const left = store.actions.leave(id);
  await store.actions.answer("discard");
  await left;
  expect(store.getState().tabs.map(({ path }) => path)).toEqual(["/", "/users", "/tenants", "/roles"]);
  expect(active()).toMatchObject({ path: "/roles", query: { page: "2" } });
});

test("patches a query without touching other parameters, and sets how to write the address", () => {
  const { store, tab } = opened("/users?page=2&sortBy=email");
  store.actions.setQuery(tab("/users").id, { page: undefined, phrase: "ä &" }, true);
  expect(tab("/users").query).toEqual({ sortBy: "email", phrase: "ä &" });
  expect(store.getState().write).toBe("replace");
});

test("[RT-01] addresses: first segment in lower case, and round trip", () => {
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
