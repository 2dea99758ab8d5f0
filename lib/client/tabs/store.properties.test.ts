import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathKey } from "./address";
import type { TabState } from "./state";
import { createTabStore } from "./store";
import { inTabOrder } from "./tab-order";

const paths = () =>
  fc.constantFrom(
    "/",
    "/users",
    "/Users",
    "/users/1",
    "/users/2?tab=roles",
    "/roles",
    "/roles/new",
    "/no/where",
  );

const onOne = [
  "close",
  "activate",
  "highlight",
  "reload",
  "duplicate",
  "pin",
  "unpin",
  "others",
  "right",
  "all",
] as const;

type Step =
  | { kind: "open"; address: string; mode: "tab" | "replace" | "background" }
  | { kind: (typeof onOne)[number]; at: number }
  | { kind: "move"; at: number; place: number }
  | { kind: "follow"; address: string }
  | { kind: "reopen" }
  | { kind: "answer"; answer: "cancel" | "save" | "discard" };

const step: () => fc.Arbitrary<Step> = () =>
  fc.oneof(
    fc.record({
      kind: fc.constant("open" as const),
      address: paths(),
      mode: fc.constantFrom("tab" as const, "replace" as const, "background" as const),
    }),
    fc.record({ kind: fc.constantFrom(...onOne), at: fc.nat(12) }),
    fc.record({
      kind: fc.constant("move" as const),
      at: fc.nat(12),
      place: fc.integer({ min: -2, max: 14 }),
    }),
    fc.record({ kind: fc.constant("follow" as const), address: paths() }),
    fc.record({ kind: fc.constant("reopen" as const) }),
    fc.record({
      kind: fc.constant("answer" as const),
      answer: fc.constantFrom("cancel" as const, "save" as const, "discard" as const),
    }),
  );

/** Runs the steps, and checks each with the state before it. */
async function run(
  first: string,
  steps: readonly Step[],
  check: (after: TabState, before: TabState, step: Step) => void,
) {
  const store = createTabStore(first);
  const { actions } = store;
  for (const one of steps) {
    const before = store.getState();
    const id = "at" in one ? (before.tabs[one.at % before.tabs.length]?.id ?? "") : "";
    if (one.kind === "open") actions.open(one.address, { mode: one.mode });
    else if (one.kind === "follow") actions.follow(one.address);
    else if (one.kind === "reopen") actions.reopen();
    else if (one.kind === "answer") await actions.answer(one.answer);
    else if (one.kind === "move") actions.move(id, one.place);
    else if (one.kind === "pin" || one.kind === "unpin") actions.pin(id, one.kind === "pin");
    else if (one.kind === "others" || one.kind === "right" || one.kind === "all")
      actions.closeAround(id, one.kind);
    else if (one.kind === "highlight") {
      actions.setGuard(id, { save: async () => one.at % 2 === 0, discard: () => undefined });
      actions.change(id, { highlighted: true });
    } else actions[one.kind](id);
    // Waits for tabs that close after an answer, or without a question.
    await new Promise(setImmediate);
    check(store.getState(), before, one);
  }
}

function holds(check: (after: TabState, before: TabState, step: Step) => void) {
  return fc.assert(
    fc.asyncProperty(paths(), fc.array(step(), { maxLength: 25 }), (first, steps) =>
      run(first, steps, check),
    ),
  );
}

const counts = ({ tabs }: TabState) => {
  const found = new Map<string, number>();
  for (const { path } of tabs) found.set(pathKey(path), (found.get(pathKey(path)) ?? 0) + 1);
  return found;
};

describe("for any sequence of tab operations", () => {
  test("[TB-01] only duplicating, or reopening a duplicate, creates a second tab of a path", () =>
    holds((after, before, { kind }) => {
      const earlier = counts(before);
      const second = kind === "duplicate" || (kind === "reopen" && before.closed[0]?.twin === true);
      for (const [path, count] of counts(after))
        expect(count <= Math.max(1, earlier.get(path) ?? 0) || second).toBe(true);
    }));

  test("[TB-03] exactly one tab is active, it has been visited, and home exists", () =>
    holds(({ tabs, activeId }) => {
      expect(tabs.filter(({ id }) => id === activeId).map(({ visited }) => visited)).toEqual([true]);
      expect(tabs.filter(({ persistent }) => persistent).map(({ path }) => path)).toEqual(["/"]);
      expect(new Set(tabs.map(({ id }) => id)).size).toBe(tabs.length);
    }));

  test("[TB-10] home comes first, then pinned tabs, then others; the order grows along the strip", () =>
    holds(({ tabs }) => {
      expect(inTabOrder(tabs).map(({ id }) => id)).toEqual(tabs.map(({ id }) => id));
      const orders = tabs.map(({ order }) => order);
      expect(orders).toEqual([...new Set(orders)].sort((one, other) => one - other));
    }));

  test("[TB-03] when the active tab closes, the one with the highest order becomes active", () =>
    holds((after, before, { kind }) => {
      const gone = !after.tabs.some(({ id }) => id === before.activeId);
      if (!gone || (kind !== "close" && kind !== "all")) return;
      expect(after.activeId).toBe(after.tabs.at(-1)?.id);
    }));

  test("[TB-06] a tab with unsaved changes closes only after an answer, saved or discarded", () =>
    holds((after, before, { kind }) => {
      const unsaved = before.tabs.filter(({ highlighted }) => highlighted).map(({ id }) => id);
      const lost = unsaved.filter((id) => !after.tabs.some((tab) => tab.id === id));
      if (lost.length > 0) expect(kind).toBe("answer");
    }));

  test("[TB-10] closing around a tab keeps home and pinned tabs", () =>
    holds((after, before, { kind }) => {
      if (kind !== "others" && kind !== "right" && kind !== "all") return;
      for (const tab of before.tabs)
        if (tab.pinned || tab.persistent) expect(after.tabs.some(({ id }) => id === tab.id)).toBe(true);
    }));

  test("[TB-10] closed tabs reopen at their place, with their query", () =>
    fc.assert(
      fc.asyncProperty(paths(), fc.array(step(), { maxLength: 12 }), async (first, steps) => {
        const calm = steps.filter(({ kind }) => kind !== "highlight" && kind !== "duplicate");
        const store = createTabStore(first);
        await run(first, calm, (after) => store.setState(after));
        store.actions.open("/search?phrase=a");
        const { tabs, activeId } = store.getState();
        store.actions.move(activeId, 1);
        const before = store.getState();
        store.actions.close(activeId);
        expect(store.getState().tabs).toHaveLength(tabs.length - 1);
        store.actions.reopen();
        const shape = (state: TabState) =>
          state.tabs.map(({ path, query, pinned }) => ({ path, query, pinned }));
        expect(shape(store.getState())).toEqual(shape(before));
        expect(store.getState().tabs.find(({ id }) => id === store.getState().activeId)?.path).toBe(
          "/search",
        );
      }),
    ));
});
