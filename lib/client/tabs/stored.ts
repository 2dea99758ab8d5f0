// See docs/decisions/0011.

import { constant, count, dictionary, flag, list, number, object, type Reader, text } from "../readers";
import { formatAddress, parseAddress, pathKey } from "./address";
import { blank, homePath, type TabSet } from "./operations";
import { type ClosedTab, newTabId, type Tab } from "./tab";
import { inTabOrder } from "./tab-order";

// What is kept is bounded: more tabs than this are not used, but could fill the browser's store.
export const maxTabs = 100;
export const maxCharacters = 60_000;

type Read<From> = From extends Reader<infer Value> ? Value : never;

const short = text(2000);
const local = text(2000, /^\/(?![/\\])/);
const view = { path: local, query: dictionary(short, short), pinned: flag };
const viewMore = { title: text(2000, /./s), callback: local, missing: flag };
const tabId = text(40, /^[a-z0-9-]+$/);
/** Of what stood left of a closed tab, the nearest are enough. */
const maxLeft = 24;

const storedTab = object({ ...view, id: tabId, used: count }, viewMore);
type StoredTab = Read<typeof storedTab>;

const storedClosed = object(
  { ...view, twin: flag, place: count },
  { ...viewMore, id: tabId, left: list(tabId, maxLeft), used: count, batch: tabId },
);

/** The tabs of one browser window as they are kept. Another version is another format, and is not read. */
const storedTabs = object(
  {
    version: constant(1),
    savedOn: number,
    activeId: short,
    tabs: list(storedTab, maxTabs),
    closed: list(storedClosed, maxTabs),
  },
  // What the tabs are about, since somebody signed out.
  { sealed: text(maxCharacters) },
);
export type StoredTabs = Read<typeof storedTabs>;

/** Undefined for whatever cannot be read: a broken copy is as good as none. */
export function parseStored(json: string | null): StoredTabs | undefined {
  if (json === null || json.length > 2 * maxCharacters) return undefined;
  try {
    return storedTabs(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** As JSON of a bounded size: what was used longest ago is left out first. */
export function formatStored(
  { tabs, activeId, closed }: TabSet & { closed: readonly ClosedTab[] },
  savedOn: number,
): string {
  let room = maxCharacters;
  let places = maxTabs;
  const fits = (read: Reader<unknown>, value: unknown) => {
    const characters = JSON.stringify(value).length;
    if (characters > room || places === 0 || read(value) === undefined) return false;
    room -= characters;
    places -= 1;
    return true;
  };
  const latest = [...tabs].sort((one, other) => other.used - one.used);
  const kept = new Set(latest.filter((candidate) => fits(storedTab, toStored(candidate))));
  return JSON.stringify({
    version: 1,
    savedOn,
    activeId,
    tabs: tabs.filter((candidate) => kept.has(candidate)).map(toStored),
    closed: closed
      .map((one) => ({ ...one, left: one.left?.slice(-maxLeft) }))
      .filter((one) => fits(storedClosed, one)),
  } satisfies StoredTabs);
}

function toStored({ id, path, query, title, missing, callback, pinned, used }: Tab): StoredTab {
  return { id, path, query, title, missing, callback, pinned, used };
}

/** What a tab's view has said of it, or else what it had said in the earlier visit. */
function named({ title, missing }: Tab, before: StoredTab): Pick<Tab, "title" | "missing"> {
  const own = title === undefined && missing === undefined ? before : { title, missing };
  return { title: own.title, missing: own.missing };
}

/**
 * The tabs of an earlier visit together with those that are open now, which keep their view and their query: the
 * address that was asked for wins. Tabs that come back are mounted when they are looked at, not before (TB-10).
 * @param activeId what the active tab was called then, if that is known
 */
export function merge<State extends TabSet & { closed: readonly ClosedTab[] }>(
  state: State,
  stored: StoredTabs,
  activeId?: string,
): State {
  const latest = Math.max(0, ...stored.tabs.map(({ used }) => used));
  const open = state.tabs.map((tab) => ({ ...tab, used: tab.used + latest }));
  const partners = new Map<StoredTab, Tab>();
  // The active one chooses first.
  for (const tab of [...open].sort((one, other) => other.used - one.used)) {
    const partner = stored.tabs
      .filter((before) => !partners.has(before) && pathKey(before.path) === pathKey(tab.path))
      .sort((one, other) => rank(other) - rank(one))[0];
    if (partner) partners.set(partner, tab);
  }
  function rank({ id, used }: StoredTab): number {
    return id === activeId ? latest + 2 : id === stored.activeId ? latest + 1 : used;
  }

  const taken = new Set(open.map(({ id }) => id));
  const revived = (before: StoredTab): Tab => {
    const id = taken.has(before.id) ? newTabId() : before.id;
    taken.add(id);
    const { used, missing } = before;
    return { ...blank({ ...before, ...parseAddress(formatAddress(before)), id }), used, missing };
  };
  const earlier = stored.tabs.flatMap((before) => {
    const tab = partners.get(before);
    if (tab) return { ...tab, ...named(tab, before), pinned: before.pinned && !tab.persistent };
    return pathKey(before.path) === homePath ? [] : revived(before);
  });
  const others = open.filter((tab) => ![...partners.values()].includes(tab));
  return {
    ...state,
    tabs: inTabOrder([...earlier, ...others]),
    closed: [...state.closed, ...stored.closed],
  };
}
