import type { Tab } from "./tab";

/** Home first, then the pinned tabs, then the others. */
function groupOf({ persistent, pinned }: Tab): number {
  return persistent ? 0 : pinned ? 1 : 2;
}

/** Tabs with their groups in order and each one's `order` telling its place; within a group they stay as given. */
export function inTabOrder(tabs: readonly Tab[]): readonly Tab[] {
  return [...tabs]
    .sort((one, other) => groupOf(one) - groupOf(other))
    .map((tab, order) => (tab.order === order ? tab : { ...tab, order }));
}

/** Puts a tab where another one stands, as far as its group reaches; the tabs between make room. */
export function move(tabs: readonly Tab[], id: string, place: number): readonly Tab[] {
  const { from, first, last } = moveRange(tabs, id);
  const tab = tabs[from];
  const to = Math.min(Math.max(place, first), last);
  if (!tab || to === from) return tabs;
  const others = tabs.filter((candidate) => candidate !== tab);
  return inTabOrder([...others.slice(0, to), tab, ...others.slice(to)]);
}

/** Where a tab stands, and the first and the last place it can be moved to. */
export function moveRange(tabs: readonly Tab[], id: string): { from: number; first: number; last: number } {
  const from = tabs.findIndex((tab) => tab.id === id);
  const tab = tabs[from];
  if (!tab) return { from, first: from, last: from };
  const group = groupOf(tab);
  const first = tabs.findIndex((candidate) => groupOf(candidate) === group);
  return { from, first, last: first + tabs.filter((candidate) => groupOf(candidate) === group).length - 1 };
}

/** Pinned tabs join the end of the pinned ones, unpinned tabs the beginning of the others. */
export function pin(tabs: readonly Tab[], id: string, pinned: boolean): readonly Tab[] {
  const tab = tabs.find((candidate) => candidate.id === id);
  if (!tab || tab.persistent || tab.pinned === pinned) return tabs;
  const others = tabs.filter((candidate) => candidate !== tab);
  const changed = { ...tab, pinned };
  return inTabOrder(pinned ? [...others, changed] : [changed, ...others]);
}

export type CloseScope = "others" | "right" | "all";

/** The tabs that a command of a tab's menu closes: pinned ones stay. */
export function tabsToClose(tabs: readonly Tab[], id: string, scope: CloseScope): string[] {
  const at = tabs.findIndex((tab) => tab.id === id);
  return tabs
    .filter((tab, index) => !tab.persistent && !tab.pinned && (scope !== "right" || index > at))
    .filter((tab) => scope !== "others" || tab.id !== id)
    .map((tab) => tab.id);
}
