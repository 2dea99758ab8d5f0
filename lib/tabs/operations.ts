import { pathKey, type TabAddress, type TabQuery } from "./address";
import type { Tab } from "./tab";

/** Pure steps on the set of open tabs. At least one tab, the persistent home, is always open. */
export interface TabSet {
  tabs: readonly Tab[];
  activeId: string;
}

export interface Opening extends TabAddress {
  id: string;
  callback?: string;
  title?: string;
}

export const homePath = "/";

export function initialTabs(first: Opening): TabSet {
  const home: Tab = { ...blank({ id: "home", path: homePath, query: {} }, 0), persistent: true };
  return open({ tabs: [home], activeId: home.id }, first, {
    activate: true,
    hasQuery: Object.keys(first.query).length > 0,
  });
}

export function tabAt(tabs: readonly Tab[], path: string): Tab | undefined {
  const key = pathKey(path);
  return tabs.find((tab) => pathKey(tab.path) === key);
}

/** Activates the tab of the path, with the new query if one is given, or adds a tab for it. */
export function open(
  set: TabSet,
  opening: Opening,
  { activate: activating = true, hasQuery = true } = {},
): TabSet {
  const present = tabAt(set.tabs, opening.path);
  const tabs = present
    ? change(set.tabs, present.id, hasQuery ? withQuery(opening) : {})
    : [...set.tabs, blank(opening, nextOrder(set.tabs))];
  const next = { tabs, activeId: set.activeId };
  return activating ? activate(next, present?.id ?? opening.id) : next;
}

export function activate(set: TabSet, id: string): TabSet {
  if (!set.tabs.some((tab) => tab.id === id)) return set;
  return { activeId: id, tabs: change(set.tabs, id, { visited: true }) };
}

/** Puts another view in a tab's place (TB-08); when that view is open already, its tab is activated instead. */
export function replace(set: TabSet, id: string, opening: Opening): TabSet {
  const old = set.tabs.find((tab) => tab.id === id);
  if (!old) return open(set, opening);
  const present = tabAt(set.tabs, opening.path);
  if (present?.id === id) return { ...set, tabs: change(set.tabs, id, withQuery(opening)) };
  if (present || old.persistent) return remove(open(set, opening), id);
  const fresh: Tab = { ...blank(opening, old.order), pinned: old.pinned, visited: old.visited };
  return {
    tabs: set.tabs.map((tab) => (tab.id === id ? fresh : tab)),
    activeId: set.activeId === id ? fresh.id : set.activeId,
  };
}

/** Takes a tab out, asking nothing; persistent tabs stay. */
export function remove(set: TabSet, id: string): TabSet {
  const tabs = set.tabs.filter((tab) => tab.id !== id || tab.persistent);
  if (tabs.length === set.tabs.length || set.activeId !== id) return { ...set, tabs };
  const last = tabs.reduce((highest, tab) => (tab.order > highest.order ? tab : highest));
  return activate({ tabs, activeId: last.id }, last.id);
}

export function change(tabs: readonly Tab[], id: string, changes: Partial<Tab>): readonly Tab[] {
  const keys = Object.keys(changes) as (keyof Tab)[];
  return tabs.some((tab) => tab.id === id && keys.some((key) => tab[key] !== changes[key]))
    ? tabs.map((tab) => (tab.id === id ? { ...tab, ...changes } : tab))
    : tabs;
}

/** The query with some parameters set and those that are undefined or empty taken out. */
export function patchQuery(query: TabQuery, patch: Record<string, string | undefined>): TabQuery {
  const entries = Object.entries({ ...query, ...patch }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return Object.fromEntries(entries) as TabQuery;
}

function withQuery({ query, callback }: Opening): Partial<Tab> {
  return callback === undefined ? { query } : { query, callback };
}

function nextOrder(tabs: readonly Tab[]): number {
  return Math.max(...tabs.map((tab) => tab.order)) + 1;
}

function blank({ id, path, query, callback, title }: Opening, order: number): Tab {
  return {
    id,
    title,
    path,
    query,
    callback,
    order,
    icon: path.split("/")[1] ?? "",
    persistent: false,
    pinned: false,
    highlighted: false,
    generation: 0,
    visited: false,
  };
}
