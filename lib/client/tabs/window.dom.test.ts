// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTabStore } from "./store";
import { openWindow, sealTabs } from "./window";

const contentKey = Buffer.alloc(32, 255).toString("base64url");
const otherKey = Buffer.alloc(32, 1).toString("base64url");

const ada = { prefix: "/acme", userId: "ada" };

function opened(...addresses: string[]) {
  const store = createTabStore("/");
  for (const address of addresses) store.actions.open(address);
  return store.getState();
}

const pathsOf = (found: Awaited<ReturnType<typeof openWindow>>) => found.stored?.tabs.map(({ path }) => path);

/** Simulates the end of the page, and of the whole window. */
const leave = () => window.dispatchEvent(new Event("pagehide"));
const close = () => {
  leave();
  sessionStorage.clear();
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  leave();
});

test("[TB-10] a window finds its own tabs again, after any other sign-in meanwhile", async () => {
  (await openWindow(ada)).save(opened("/users"));
  leave();
  const other = await openWindow({ ...ada, userId: "grace" });
  expect(other.stored).toBeUndefined();
  other.save(opened("/roles"));
  leave();
  expect((await openWindow({ ...ada, prefix: "/other" })).stored).toBeUndefined();
  leave();
  expect(pathsOf(await openWindow(ada))).toEqual(["/", "/users"]);
});

test("[TB-10] the next window restores the last used one, and takes its place if free", async () => {
  vi.spyOn(Date, "now").mockReturnValueOnce(1000).mockReturnValueOnce(2000).mockReturnValue(3000);
  (await openWindow(ada)).save(opened("/users"));
  sessionStorage.clear();
  // Without locks the first window may still be open: it keeps its place.
  const second = await openWindow(ada);
  expect(pathsOf(second)).toEqual(["/", "/users"]);
  second.save(opened("/roles"));
  close();
  expect(Object.keys(localStorage)).toHaveLength(2);

  const held: string[] = [];
  const request = async (name: string, hold: () => Promise<void>) => {
    held.push(name);
    await hold();
    held.splice(held.indexOf(name), 1);
  };
  vi.stubGlobal("navigator", {
    locks: { request, query: async () => ({ held: held.map((name) => ({ name })) }) },
  });
  const third = await openWindow(ada);
  expect(pathsOf(third)).toEqual(["/", "/roles"]);
  third.save(opened("/search"));
  expect(Object.keys(localStorage)).toHaveLength(2);
  sessionStorage.clear();
  expect((await openWindow(ada)).stored).toBeUndefined();
  close();
  await vi.waitFor(() => expect(held).toEqual([]));
  expect(pathsOf(await openWindow(ada))).toEqual(["/", "/search"]);
});

test("[TB-10] a duplicated window starts with a copy and leaves the first one's tabs alone", async () => {
  const first = await openWindow(ada);
  first.save(opened("/users"));
  // The first window is still open, and its session storage was copied.
  const second = await openWindow(ada);
  expect(pathsOf(second)).toEqual(["/", "/users"]);
  second.save(opened("/roles"));
  expect(Object.keys(localStorage)).toHaveLength(2);
});

test("[TB-10] limits the stored windows", async () => {
  for (let count = 0; count < 40; count += 1) {
    (await openWindow({ ...ada, userId: `user-${count}` })).save(opened("/users"));
    close();
  }
  expect(Object.keys(localStorage).length).toBeLessThanOrEqual(25);
});

test("[TB-10] works with disabled or full storage", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("no", "SecurityError");
  });
  const { stored, save } = await openWindow(ada);
  expect(stored).toBeUndefined();
  expect(() => save(opened("/users"))).not.toThrow();
});

// The last test: this window stores no tab contents afterwards.
test("[TB-10] sign-out keeps the addresses of the tabs, but no contents", async () => {
  const tabs = opened("/users/1?tab=roles", "/search?collection=users&phrase=secret");
  const named = { ...tabs, tabs: tabs.tabs.map((tab) => ({ ...tab, title: "Ada Łovelace" })) };
  const { save } = await openWindow(ada);
  save(named);
  expect(JSON.stringify({ ...localStorage })).toMatch(/Ada Łovelace.*secret/s);
  await sealTabs({ ...ada, contentKey });
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/ovelace|secret/);
  // The page saves again while unloading.
  save(named);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/ovelace|secret/);
  leave();
  const found = async (owner: Parameters<typeof openWindow>[0]) => {
    const { stored } = await openWindow(owner);
    leave();
    return stored?.tabs.map(({ path, query, title }) => [path, query, title]);
  };
  for (const key of [undefined, otherKey])
    expect(await found({ ...ada, contentKey: key })).toEqual([
      ["/", {}, undefined],
      ["/users/1", { tab: "roles" }, undefined],
      ["/search", { collection: "users" }, undefined],
    ]);
  // The same user after signing in again.
  expect(await found({ ...ada, contentKey })).toEqual([
    ["/", {}, "Ada Łovelace"],
    ["/users/1", { tab: "roles" }, "Ada Łovelace"],
    ["/search", { collection: "users", phrase: "secret" }, "Ada Łovelace"],
  ]);
});
