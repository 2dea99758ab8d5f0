// See docs/decisions/0011.

import { constant, count, dictionary, flag, list, number, object, type Reader, text } from "../readers";
import { formatAddress, parseAddress, pathKey } from "./address";
import { blank, homePath, type TabSet } from "./operations";
import { type ClosedTab, newTabId, type Tab } from "./tab";
import { inTabOrder } from "./tab-order";

// Limits the stored tabs: more are not used, but could fill the browser's storage.
export const maxTabs = 100;
export const maxCharacters = 60_000;

type Read<From> = From extends Reader<infer Value> ? Value : never;

const short = text(2000);
const local = text(2000, /^\/(?![/\\])/);
const view = { path: local, query: dictionary(short, short), pinned: flag };
const viewMore = { title: text(2000, /./s), callback: local, missing: flag };
const tabId = text(40, /^[a-z0-9-]+$/);
/** The nearest left neighbours of a closed tab are enough. */
const maxLeft = 24;

const storedTab = object({ ...view, id: tabId, used: count }, viewMore);
type StoredTab = Read<typeof storedTab>;

const storedClosed = object(
  { ...view, twin: flag, place: count },
  { ...viewMore, id: tabId, left: list(tabId, maxLeft), used: count, batch: tabId },
);

/** The stored tabs of one browser window. Another version is another format, and is ignored. */
const storedTabs = object(
  {
    version: constant(1),
    savedOn: number,
    activeId: short,
    tabs: list(storedTab, maxTabs),
    closed: list(storedClosed, maxTabs),
  },
  // Tab contents, sealed at sign-out.
  { sealed: text(maxCharacters) },
);
export type StoredTabs = Read<typeof storedTabs>;

/** Undefined if unreadable, such as a broken copy. */
export function parseStored(json: string | null): StoredTabs | undefined {
  if (json === null || json.length > 2 * maxCharacters) return undefined;
  try {
    return storedTabs(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Formats the tabs as JSON of limited size: drops those used longest ago. */
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

/** The tab's own title and state, or else those of the earlier visit. */
function withTitle({ title, missing }: Tab, before: StoredTab): Pick<Tab, "title" | "missing"> {
  const own = title === undefined && missing === undefined ? before : { title, missing };
  return { title: own.title, missing: own.missing };
}

/**
 * Merges the tabs of an earlier visit with the open ones, which keep their view and query: the requested address wins.
 * Restored tabs mount when they are first shown (TB-10).
 * @param activeId id of the active tab at that time, if known
 */
export function merge<State extends TabSet & { closed: readonly ClosedTab[] }>(
  state: State,
  stored: StoredTabs,
  activeId?: string,
): State {
  const latest = Math.max(0, ...stored.tabs.map(({ used }) => used));
  const open = state.tabs.map((tab) => ({ ...tab, used: tab.used + latest }));
  const partners = new Map<StoredTab, Tab>();
  // The active tab chooses its partner first.
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
    if (tab) return { ...tab, ...withTitle(tab, before), pinned: before.pinned && !tab.persistent };
    return pathKey(before.path) === homePath ? [] : revived(before);
  });
  const others = open.filter((tab) => ![...partners.values()].includes(tab));
  return {
    ...state,
    tabs: inTabOrder([...earlier, ...others]),
    closed: [...state.closed, ...stored.closed],
  };
}
