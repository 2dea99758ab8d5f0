import * as z from "zod";
import { formatAddress, parseAddress, pathKey } from "./address";
import { arranged } from "./arranging";
import { blank, homePath, type TabSet } from "./operations";
import { type ClosedTab, newTabId, type Tab } from "./tab";

// What is kept is bounded: more tabs than this are not used, but could fill the browser's store.
export const mostTabs = 100;
export const mostCharacters = 60_000;

const text = z.string().max(2000);
const local = text.regex(/^\/(?![/\\])/);
const place = z.number().int().min(0);

const storedTab = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  path: local,
  query: z.record(text, text),
  title: text.min(1).optional(),
  callback: local.optional(),
  pinned: z.boolean(),
  used: place,
});

type StoredTab = z.output<typeof storedTab>;

const storedClosed = storedTab.omit({ id: true, used: true }).extend({ twin: z.boolean(), place });

/** The tabs of one browser window as they are kept. Another version is another format, and is not read. */
const storedTabs = z.object({
  version: z.literal(1),
  savedOn: z.number(),
  activeId: z.string(),
  tabs: z.array(storedTab).max(mostTabs),
  closed: z.array(storedClosed).max(mostTabs),
});
export type StoredTabs = z.output<typeof storedTabs>;

/** Undefined for whatever cannot be read: a broken copy is as good as none. */
export function parseStored(json: string | null): StoredTabs | undefined {
  if (json === null || json.length > 2 * mostCharacters) return undefined;
  try {
    return storedTabs.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** As JSON of a bounded size: what was used longest ago is left out first. */
export function formatStored(
  { tabs, activeId, closed }: TabSet & { closed: readonly ClosedTab[] },
  savedOn: number,
): string {
  let room = mostCharacters;
  let places = mostTabs;
  const fits = (schema: z.ZodType, value: unknown) => {
    const characters = JSON.stringify(value).length;
    if (characters > room || places === 0 || !schema.safeParse(value).success) return false;
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
    closed: closed.filter((one) => fits(storedClosed, one)),
  } satisfies StoredTabs);
}

function toStored({ id, path, query, title, callback, pinned, used }: Tab): StoredTab {
  return { id, path, query, title, callback, pinned, used };
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
    return { ...blank({ ...before, ...parseAddress(formatAddress(before)), id }), used: before.used };
  };
  const earlier = stored.tabs.flatMap((before) => {
    const tab = partners.get(before);
    if (tab) return { ...tab, title: tab.title ?? before.title, pinned: before.pinned && !tab.persistent };
    return pathKey(before.path) === homePath ? [] : revived(before);
  });
  const others = open.filter((tab) => ![...partners.values()].includes(tab));
  return {
    ...state,
    tabs: arranged([...earlier, ...others]),
    closed: [...state.closed, ...stored.closed],
  };
}
