// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { createTabStore } from "./store";

const contentKey = (fill: number) => Buffer.alloc(32, fill).toString("base64url");
const ada = { prefix: "/acme", userId: "ada", contentKey: contentKey(255) };

let recent: typeof import("./recent");

beforeEach(async () => {
  localStorage.clear();
  // As each page has its own, which knows whether its user has signed out.
  vi.resetModules();
  recent = await import("./recent");
});

function looking(owner = ada) {
  const store = createTabStore("/");
  recent.keepRecent(owner, store);
  const look = (path: string, title?: string) => {
    store.actions.open(path);
    if (title) store.actions.change(store.getState().activeId, { title });
  };
  return { ...store, look };
}

const titles = async (owner = ada) => (await recent.readRecent(owner)).map(({ title }) => title);

test("[HO-05] records are remembered under their names, the last one first, and nothing else is", async () => {
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

test("[HO-05] another person, and the same one in another tenant, has records of their own", async () => {
  looking().look("/users/1", "Ada Byron");
  expect(await titles({ ...ada, userId: "grace" })).toEqual([]);
  expect(await titles({ ...ada, prefix: "/other" })).toEqual([]);
});

test("[HO-05] what is not there any more is forgotten", async () => {
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

test("[HO-05] there is an end to what is kept", async () => {
  const { look } = looking();
  for (let id = 0; id < 100; id++) look(`/users/${id}`, `User ${id}`);
  const kept = await titles();
  expect(kept[0]).toBe("User 99");
  expect(kept.length).toBeLessThanOrEqual(2 * recent.maxRecent);
});

test("[HO-05] [TB-10] signing out leaves nothing in clear, and what is left is its user's alone", async () => {
  looking().look("/users/1", "Ada Byron");
  await recent.sealRecent(ada);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Ada Byron|users\/1/);
  expect(await titles()).toEqual(["Ada Byron"]);
  await recent.sealRecent(ada);
  expect(await titles({ ...ada, contentKey: contentKey(1) })).toEqual([]);
});

test("[HO-05] a window that was open when its user signed out in another one keeps nothing more", async () => {
  const { look } = looking();
  const { stopKeepingTabs } = await import("./window");
  stopKeepingTabs();
  look("/users/1", "Ada Byron");
  expect(JSON.stringify({ ...localStorage })).not.toContain("Ada Byron");
});

test("[HO-05] what does not fit is as good as nothing", async () => {
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
