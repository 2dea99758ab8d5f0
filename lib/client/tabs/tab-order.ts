import type { Tab } from "./tab";

/** Home first, then pinned tabs, then the others. */
function groupOf({ persistent, pinned }: Tab): number {
  return persistent ? 0 : pinned ? 1 : 2;
}

/** Sorts tabs by group and sets each one's `order`; stable within a group. */
export function inTabOrder(tabs: readonly Tab[]): readonly Tab[] {
  return [...tabs]
    .sort((one, other) => groupOf(one) - groupOf(other))
    .map((tab, order) => (tab.order === order ? tab : { ...tab, order }));
}

/** Moves a tab to the position of another, within its group. */
export function move(tabs: readonly Tab[], id: string, place: number): readonly Tab[] {
  const { from, first, last } = moveRange(tabs, id);
  const tab = tabs[from];
  const to = Math.min(Math.max(place, first), last);
  if (!tab || to === from) return tabs;
  const others = tabs.filter((candidate) => candidate !== tab);
  return inTabOrder([...others.slice(0, to), tab, ...others.slice(to)]);
}

/** A tab's position, and the first and last position it can be moved to. */
export function moveRange(tabs: readonly Tab[], id: string): { from: number; first: number; last: number } {
  const from = tabs.findIndex((tab) => tab.id === id);
  const tab = tabs[from];
  if (!tab) return { from, first: from, last: from };
  const group = groupOf(tab);
  const first = tabs.findIndex((candidate) => groupOf(candidate) === group);
  return { from, first, last: first + tabs.filter((candidate) => groupOf(candidate) === group).length - 1 };
}

/** A pinned tab goes to the end of the pinned ones, an unpinned one to the start of the others. */
export function pin(tabs: readonly Tab[], id: string, pinned: boolean): readonly Tab[] {
  const tab = tabs.find((candidate) => candidate.id === id);
  if (!tab || tab.persistent || tab.pinned === pinned) return tabs;
  const others = tabs.filter((candidate) => candidate !== tab);
  const changed = { ...tab, pinned };
  return inTabOrder(pinned ? [...others, changed] : [changed, ...others]);
}

export type CloseScope = "others" | "right" | "all";

/** The tabs closed by a command of a tab's menu: pinned ones stay. */
export function tabsToClose(tabs: readonly Tab[], id: string, scope: CloseScope): string[] {
  const at = tabs.findIndex((tab) => tab.id === id);
  return tabs
    .filter((tab, index) => !tab.persistent && !tab.pinned && (scope !== "right" || index > at))
    .filter((tab) => scope !== "others" || tab.id !== id)
    .map((tab) => tab.id);
}
