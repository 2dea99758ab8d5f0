import fc from "fast-check";
import { expect, test } from "vitest";
import { closedTabs, placeIn } from "./closing";
import { createTabStore } from "./store";
import { formatStored, merge, parseStored } from "./stored";

function opened(count: number) {
  const store = createTabStore("/");
  for (let at = 0; at < count; at += 1) store.actions.open(`/users/${at}`);
  const paths = () => store.getState().tabs.map(({ path }) => path);
  return { store, actions: store.actions, paths };
}

/** Closing several tabs asks first, even if nothing is unsaved. */
const closed = () => new Promise((resolve) => setTimeout(resolve));

/** Simulates a reload of the same window. */
function reloaded(store: ReturnType<typeof createTabStore>) {
  const stored = parseStored(formatStored(store.getState(), 1));
  if (!stored) throw new Error("Nothing was kept");
  const next = createTabStore("/");
  next.setState((state) => merge(state, stored));
  return next;
}

test("[TB-10] reopens tabs at their old places, in any order of closing and reopening, after a reload too", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.nat()),
      fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      fc.boolean(),
      async (count, closing, reopening, isReloaded) => {
        const { store, actions, paths } = opened(count);
        const before = paths();
        for (const at of closing) {
          const { tabs } = store.getState();
          actions.close(tabs[at % tabs.length]?.id ?? "");
        }
        actions.closeAround("home", "all");
        await closed();
        expect(paths()).toEqual(["/"]);
        const next = isReloaded ? reloaded(store) : store;
        for (const at of reopening) {
          const { length } = next.getState().closed;
          if (length > 0) next.actions.reopen(at % length);
        }
        expect(next.getState().tabs.map(({ path }) => path)).toEqual(before);
        expect(next.getState().closed).toEqual([]);
      },
    ),
  ));

test("[TB-10] undoes 'Close all' as a whole with its active tab, for any number of tabs", async () => {
  const { store, actions, paths } = opened(40);
  const before = paths();
  const front = store.getState().tabs[7]?.id ?? "";
  actions.activate(front);
  actions.closeAround(front, "all");
  await closed();
  actions.reopenBatch();
  expect(paths()).toEqual(before);
  expect(store.getState().activeId).toBe(front);
  expect(store.getState().closed).toEqual([]);
});

test("[TB-10] skips tabs that were closed alone or are already reopened", async () => {
  const { store, actions, paths } = opened(4);
  const before = paths();
  actions.close(store.getState().tabs[1]?.id ?? "");
  actions.closeAround("home", "all");
  await closed();
  actions.reopen();
  actions.reopenBatch();
  expect(paths()).toEqual(before.filter((path) => path !== "/users/0"));
  actions.reopenBatch();
  expect(store.getState().closed).toHaveLength(1);
  actions.reopen();
  expect(paths()).toEqual(before);
});

test("[TB-10] undoes closing all twice one step at a time", async () => {
  const { store, actions, paths } = opened(3);
  actions.closeAround("home", "all");
  await closed();
  actions.reopen(store.getState().closed.findIndex(({ path }) => path === "/users/0"));
  actions.open("/roles");
  actions.closeAround("home", "all");
  await closed();
  actions.reopenBatch();
  expect(paths()).toEqual(["/", "/users/0", "/roles"]);
});

test("[TB-10] undoes it after a reload, and among newer tabs", async () => {
  const { store, actions } = opened(3);
  actions.closeAround("home", "all");
  await closed();
  const next = reloaded(store);
  next.actions.open("/roles");
  next.actions.reopenBatch();
  const { tabs, activeId } = next.getState();
  expect(tabs.map(({ path }) => path)).toEqual(["/", "/users/0", "/users/1", "/users/2", "/roles"]);
  expect(tabs.find(({ id }) => id === activeId)?.path).toBe("/users/2");
});

test("[TB-10] restores tabs stored by an earlier version by their place", () => {
  const { store } = opened(2);
  const [gone] = closedTabs(store.getState().tabs.slice(2), store.getState().tabs, []);
  if (!gone) throw new Error("Nothing was closed");
  expect(placeIn(["home", "other"], { ...gone, left: undefined })).toBe(2);
  expect(placeIn(["home"], { ...gone, left: undefined })).toBe(1);
});

test("[TB-10] [RT-04] after a reload the tab of a missing record shows that until its view loads", async () => {
  const { store, actions } = opened(2);
  const [, first, second] = store.getState().tabs.map(({ id }) => id);
  actions.change(first ?? "", { title: "Ada", missing: true });
  actions.change(second ?? "", { title: "Grace", missing: true });
  actions.close(second ?? "");
  const next = reloaded(store);
  expect(next.getState().tabs[1]).toMatchObject({ missing: true });
  next.actions.reopen();
  expect(next.getState().tabs[2]).toMatchObject({ missing: true });

  const looking = createTabStore("/users/0");
  const stored = parseStored(formatStored(store.getState(), 1));
  if (!stored) throw new Error("Nothing was kept");
  looking.actions.change(looking.getState().activeId, { title: "Ada again", missing: false });
  looking.setState((state) => merge(state, stored));
  expect(looking.getState().tabs[1]).toMatchObject({ title: "Ada again", missing: false });
});
