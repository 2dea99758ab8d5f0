// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { createTabStore } from "./store";

const contentKey = (fill: number) => Buffer.alloc(32, fill).toString("base64url");
const ada = { prefix: "/acme", userId: "ada", contentKey: contentKey(255) };

let recent: typeof import("./recent");

beforeEach(async () => {
  localStorage.clear();
  // A separate module per page: it keeps whether the user has signed out.
  vi.resetModules();
  recent = await import("./recent");
});

function looking(owner = ada) {
  const store = createTabStore("/");
  recent.recordRecent(owner, store);
  const look = (path: string, title?: string) => {
    store.actions.open(path);
    if (title) store.actions.change(store.getState().activeId, { title });
  };
  return { ...store, look };
}

const titles = async (owner = ada) => (await recent.readRecent(owner)).map(({ title }) => title);

test("[HO-05] remembers records by name, the latest first, and nothing else", async () => {
  const { look } = looking();
  look("/users", "Users");
  look("/users/1", "Ada Byron");
  look("/users/new", "New user");
  look("/roles/7", "Clerk");
  look("/roles/8");
  look("/Users/1");
  expect(await titles()).toEqual(["Ada Byron", "Clerk"]);
  look("/users/1", "Ada Lovelace");
  expect(await titles()).toEqual(["Ada Lovelace", "Clerk"]);
});

test("[HO-05] another user or tenant has separate records", async () => {
  looking().look("/users/1", "Ada Byron");
  expect(await titles({ ...ada, userId: "grace" })).toEqual([]);
  expect(await titles({ ...ada, prefix: "/other" })).toEqual([]);
});

test("[HO-05] forgets deleted records", async () => {
  const { look, actions, getState } = looking();
  look("/users/1", "Ada Byron");
  look("/users/2", "Grace Hopper");
  look("/users/3", "Mary Lee");
  actions.discard(getState().activeId);
  expect(await titles()).toEqual(["Grace Hopper", "Ada Byron"]);
  actions.change(getState().activeId, { missing: true });
  const left = await titles();
  expect(left).toHaveLength(1);
  actions.close(getState().tabs.map(({ id }) => id));
  expect(await titles()).toEqual(left);
});

test("[HO-05] limits the number of records", async () => {
  const { look } = looking();
  for (let id = 0; id < 100; id++) look(`/users/${id}`, `User ${id}`);
  const kept = await titles();
  expect(kept[0]).toBe("User 99");
  expect(kept.length).toBeLessThanOrEqual(2 * recent.maxRecent);
});

test("[HO-05] [TB-10] sign-out leaves no plain text, and only its user can restore the rest", async () => {
  looking().look("/users/1", "Ada Byron");
  await recent.sealRecent(ada);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Ada Byron|users\/1/);
  expect(await titles()).toEqual(["Ada Byron"]);
  await recent.sealRecent(ada);
  expect(await titles({ ...ada, contentKey: contentKey(1) })).toEqual([]);
});

test("[HO-05] what was sealed before a rotation of the secret is restored with the earlier key", async () => {
  looking().look("/users/1", "Ada Byron");
  await recent.sealRecent(ada);
  expect(await titles({ ...ada, contentKey: `${contentKey(1)},${ada.contentKey}` })).toEqual(["Ada Byron"]);
});

test("[HO-05] a window open during a sign-out elsewhere stores nothing more", async () => {
  const { look } = looking();
  const { stopStoringTabs } = await import("./window");
  stopStoringTabs();
  look("/users/1", "Ada Byron");
  expect(JSON.stringify({ ...localStorage })).not.toContain("Ada Byron");
});

test("[HO-05] ignores invalid stored data", async () => {
  looking().look("/users/1", "Ada Byron");
  const [key = ""] = Object.keys(localStorage);
  for (const broken of [
    "",
    "{",
    "[]",
    '{"version":2}',
    '{"version":1,"records":[{"path":"//evil.example"}]}',
  ]) {
    localStorage.setItem(key, broken);
    expect(await titles()).toEqual([]);
  }
});
