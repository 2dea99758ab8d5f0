import { formatAddress, pathKey, type TabAddress, type TabQuery } from "./address";
import { placeIn } from "./closing";
import type { ClosedTab, Tab } from "./tab";
import { inTabOrder } from "./tab-order";

/** Pure operations on the open tabs. At least one tab, the persistent home, is always open. */
export interface TabSet {
  /** In strip order. */
  tabs: readonly Tab[];
  activeId: string;
}

export interface Opening extends TabAddress {
  id: string;
  callback?: string;
  title?: string;
  pinned?: boolean;
}

export const homePath = "/";

export function initialTabs(first: Opening): TabSet {
  const home: Tab = { ...blank({ id: "home", path: homePath, query: {} }), persistent: true };
  return open({ tabs: [home], activeId: home.id }, first, {
    activate: true,
    hasQuery: Object.keys(first.query).length > 0,
  });
}

/** The tab of the path; of several duplicates, the last one used. */
export function tabAt(tabs: readonly Tab[], path: string): Tab | undefined {
  const key = pathKey(path);
  return tabs
    .filter((tab) => pathKey(tab.path) === key)
    .reduce<Tab | undefined>((last, tab) => (last && last.used >= tab.used ? last : tab), undefined);
}

/** Activates the tab of the path, with the new query if given, or adds a tab. */
export function open(
  set: TabSet,
  opening: Opening,
  { activate: activating = true, hasQuery = true } = {},
): TabSet {
  const present = tabAt(set.tabs, opening.path);
  const tabs = present
    ? change(set.tabs, present.id, hasQuery ? withQuery(opening) : {})
    : inTabOrder([...set.tabs, blank(opening)]);
  const next = { tabs, activeId: set.activeId };
  return activating ? activate(next, present?.id ?? opening.id) : next;
}

export function activate(set: TabSet, id: string): TabSet {
  const tab = set.tabs.find((candidate) => candidate.id === id);
  if (!tab) return set;
  const latest = Math.max(...set.tabs.map(({ used }) => used));
  const used = tab.used === latest && latest > 0 ? latest : latest + 1;
  return { activeId: id, tabs: change(set.tabs, id, { visited: true, used }) };
}

/** Replaces the view of a tab (TB-08); if the new view is already open, activates its tab instead. */
export function replace(set: TabSet, id: string, opening: Opening): TabSet {
  const old = set.tabs.find((tab) => tab.id === id);
  if (!old) return open(set, opening);
  if (pathKey(old.path) === pathKey(opening.path))
    return { ...set, tabs: change(set.tabs, id, withQuery(opening)) };
  if (tabAt(set.tabs, opening.path) || old.persistent) return remove(open(set, opening), [id]);
  const { order, pinned, visited, used } = old;
  const fresh: Tab = { ...blank(opening), order, pinned, visited, used };
  return {
    tabs: set.tabs.map((tab) => (tab.id === id ? fresh : tab)),
    activeId: set.activeId === id ? fresh.id : set.activeId,
  };
}

/** Removes tabs without asking; persistent ones stay. */
export function remove(set: TabSet, ids: readonly string[]): TabSet {
  const tabs = set.tabs.filter((tab) => !ids.includes(tab.id) || tab.persistent);
  if (tabs.length === set.tabs.length) return set;
  if (tabs.some(({ id }) => id === set.activeId)) return { ...set, tabs };
  const last = tabs.reduce((highest, tab) => (tab.order > highest.order ? tab : highest));
  return activate({ tabs, activeId: last.id }, last.id);
}

/** Duplicates a tab, with its own query from now on; the copy is next to the original and active. */
export function duplicate(set: TabSet, id: string, newId: string): TabSet {
  const at = set.tabs.findIndex((tab) => tab.id === id);
  const tab = set.tabs[at];
  if (!tab || tab.persistent) return set;
  const second: Tab = { ...blank({ ...tab, id: newId }), pinned: tab.pinned };
  const tabs = inTabOrder([...set.tabs.slice(0, at + 1), second, ...set.tabs.slice(at + 1)]);
  return activate({ ...set, tabs }, newId);
}

/** Restores a closed tab to its place; unless it was a duplicate, an open tab of its path takes over its query (TB-01). */
function reopen(set: TabSet, closed: ClosedTab, id: string): TabSet {
  if (!closed.twin && tabAt(set.tabs, closed.path)) return open(set, { ...closed, id });
  const tabs = [...set.tabs];
  const own = closed.id !== undefined && !tabs.some((tab) => tab.id === closed.id) ? closed.id : id;
  const strip = tabs.map((tab) => tab.id);
  tabs.splice(placeIn(strip, closed), 0, { ...blank({ ...closed, id: own }), missing: closed.missing });
  return activate({ ...set, tabs: inTabOrder(tabs) }, own);
}

/** Restores closed tabs: the one used last comes last, and stays active. */
export function reopenAll(set: TabSet, closed: readonly ClosedTab[], newId: () => string): TabSet {
  const inOrder = [...closed].sort((one, other) => (one.used ?? 0) - (other.used ?? 0));
  return inOrder.reduce((tabs, one) => reopen(tabs, one, newId()), set);
}

/** Shows an address in the tab of that id, if the path still matches, or where else it is open. */
export function follow(set: TabSet, id: string | undefined, opening: Opening): TabSet {
  const own = set.tabs.find((tab) => tab.id === id && pathKey(tab.path) === pathKey(opening.path));
  if (!own) return open(set, opening);
  return activate({ ...set, tabs: change(set.tabs, own.id, { query: opening.query }) }, own.id);
}

export function change(tabs: readonly Tab[], id: string, changes: Partial<Tab>): readonly Tab[] {
  const keys = Object.keys(changes) as (keyof Tab)[];
  return tabs.some((tab) => tab.id === id && keys.some((key) => tab[key] !== changes[key]))
    ? tabs.map((tab) => (tab.id === id ? { ...tab, ...changes } : tab))
    : tabs;
}

/** Sets parameters of a tab's query; returns the same tabs if nothing changes. */
export function changeQuery(
  tabs: readonly Tab[],
  id: string,
  patch: Record<string, string | undefined>,
): readonly Tab[] {
  const tab = tabs.find((candidate) => candidate.id === id);
  if (!tab) return tabs;
  const query = patchQuery(tab.query, patch);
  const isSame = formatAddress({ path: "", query }) === formatAddress({ path: "", query: tab.query });
  return isSame ? tabs : change(tabs, id, { query });
}

/** The query with some parameters set; undefined or empty ones are removed. */
function patchQuery(query: TabQuery, patch: Record<string, string | undefined>): TabQuery {
  const entries = Object.entries({ ...query, ...patch }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return Object.fromEntries(entries) as TabQuery;
}

function withQuery({ query, callback }: Opening): Partial<Tab> {
  return callback === undefined ? { query } : { query, callback };
}

/** A tab that has not been visited. {@link inTabOrder} sets its position. */
export function blank({ id, path, query, callback, title, pinned = false }: Opening): Tab {
  return {
    id,
    title,
    path,
    query,
    callback,
    order: 0,
    icon: path.split("/")[1] ?? "",
    persistent: false,
    pinned,
    highlighted: false,
    generation: 0,
    visited: false,
    used: 0,
  };
}
