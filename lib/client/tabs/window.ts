import { list, object, text } from "../readers";
import { seal, unseal } from "../sealing";
import type { TabQuery } from "./address";
import type { TabState } from "./state";
import { read, remove, write } from "./storage";
import { formatStored, maxCharacters, parseStored, type StoredTabs } from "./stored";

/** Owner of the tabs: separate for each user and tenant in this browser. */
export interface Owner {
  /** Base path and tenant of the page. */
  prefix: string;
  userId: string;
  /** Key for tab contents, which only their user gets again after sign-out. */
  contentKey?: string;
}

export interface WindowTabs {
  /** The tabs of this window, or of the one it replaces. */
  stored: StoredTabs | undefined;
  save(state: TabState): void;
}

interface Copy {
  key: string;
  savedOn: number;
}

// `hub.tabs/<prefix>/<user>/<window>`, one copy each.
const keyPrefix = "hub.tabs/";
const maxCopies = 24;
const windowKey = "hub.window";
const openKey = "hub.window.open";

/**
 * Finds the tabs of this browser window (TB-10): its own after a reload or a new sign-in; a copy for a duplicated window;
 * the last used ones if the user has no other window open; none otherwise. Without storage, finds nothing and does not
 * fail.
 */
export async function openWindow(owner: Owner): Promise<WindowTabs> {
  const home = homeOf(owner);
  const before = read(() => sessionStorage, windowKey);
  // Browsers copy session storage into a duplicated window, including this mark of an open window.
  const duplicated = read(() => sessionStorage, openKey) !== null;
  const others = await openLocks(home);
  const copies = newestFirst(copiesBelow(keyPrefix));
  const own = copies.find(({ key }) => key === home + before);
  const last = others ? undefined : copies.find(({ key }) => key.startsWith(home));

  // Takes its place only if that is certainly free: otherwise there are two sets from now on.
  const place = others === false ? last?.key.slice(home.length) : undefined;
  const known = duplicated ? undefined : (before ?? place);
  const key = home + (known ?? newWindow());
  write(() => sessionStorage, windowKey, key.slice(home.length));
  markWhileOpen(key);
  for (const copy of copies.slice(maxCopies)) remove(() => localStorage, copy.key);

  const stored = parseStored(read(() => localStorage, (own ?? last)?.key ?? key));
  const contents = stored?.sealed && (await openContent(stored.sealed, owner.contentKey));
  return {
    stored: stored && contents ? withContent(stored, contents) : stored,
    // After sealing nothing is written: it would be plain text.
    save: (state) => !isSealed && write(() => localStorage, key, formatStored(state, Date.now())),
  };
}

let isSealed = false;

/** Whether tab contents must no longer be stored. */
export const isTabStorageStopped = () => isSealed;

/** Stops storing tabs in this window: another one has signed out, and seals the stored ones. */
export function stopStoringTabs(): void {
  isSealed = true;
}

/**
 * Stops storing tab contents, for the next user of this browser; seals stored ones under the user's key, or deletes them
 * without one.
 */
export async function sealTabs(owner: Owner): Promise<void> {
  isSealed = true;
  const before = copiesBelow(homeOf(owner)).map(({ key, savedOn }) => {
    const stored = parseStored(read(() => localStorage, key));
    return { key, stored: stored && { ...stored, savedOn } };
  });
  // Deletes the plain text first.
  for (const { key, stored } of before) {
    if (stored) write(() => localStorage, key, JSON.stringify(withoutContent(stored)));
    else remove(() => localStorage, key);
  }
  for (const { key, stored } of before) {
    const sealed = stored && (stored.sealed ?? (await sealContent(contentOf(stored), owner.contentKey)));
    if (sealed && sealed.length <= maxCharacters)
      write(() => localStorage, key, JSON.stringify({ ...withoutContent(stored), sealed }));
  }
}

const homeOf = ({ prefix, userId }: Omit<Owner, "contentKey">) =>
  `${keyPrefix}${encodeURIComponent(prefix)}/${encodeURIComponent(userId)}/`;

function newWindow(): string {
  return Math.random().toString(36).slice(2, 12);
}

/** Marks the window as open until its page unloads, and again when the browser restores the page. */
function markWhileOpen(lockName: string): void {
  let release: (() => void) | undefined;
  const open = () => {
    write(() => sessionStorage, openKey, "1");
    navigator.locks
      ?.request(
        lockName,
        () =>
          new Promise<void>((resolve) => {
            release = resolve;
          }),
      )
      .catch(() => undefined);
  };
  open();
  window.addEventListener("pagehide", () => {
    remove(() => sessionStorage, openKey);
    release?.();
  });
  window.addEventListener("pageshow", ({ persisted }) => persisted && open());
}

/** Whether another window of the owner is open; undefined in insecure contexts. */
async function openLocks(home: string): Promise<boolean | undefined> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name?.startsWith(home));
  } catch {
    return undefined;
  }
}

function copiesBelow(start: string): Copy[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => ({ key, savedOn: savedOn(localStorage.getItem(key)) }));
  } catch {
    return [];
  }
}

/** Parses no more than the start: there may be many. */
function savedOn(json: string | null): number {
  return Number(/"savedOn":(\d{1,15})/.exec(json?.slice(0, 80) ?? "")?.[1] ?? 0);
}

function newestFirst(copies: Copy[]): Copy[] {
  return copies.sort((one, other) => other.savedOn - one.savedOn);
}

/** Tab contents: the record's name, and the search and filters. */
interface WithContent {
  query: TabQuery;
  title?: string;
}
interface TabsWithContent {
  tabs: readonly WithContent[];
  closed: readonly WithContent[];
}

const maxTextLength = 2_000;
const max = 100;
const tabContent = object(
  {},
  { title: text(maxTextLength), phrase: text(maxTextLength), filters: text(maxTextLength) },
);
const allContent = object({ tabs: list(tabContent, max), closed: list(tabContent, max) });
/** In tab order. */
type TabContents = NonNullable<ReturnType<typeof allContent>>;
type TabContent = TabContents["tabs"][number];

/** Removes the contents, but keeps the addresses. */
function withoutContent<Tabs extends TabsWithContent>(tabs: Tabs): Tabs {
  const bare = <One extends WithContent>({
    title: _,
    query: { phrase: _phrase, filters: _filters, ...query },
    ...rest
  }: One) => ({ ...rest, query }) as unknown as One;
  return { ...tabs, tabs: tabs.tabs.map(bare), closed: tabs.closed.map(bare) };
}

function contentOf({ tabs, closed }: TabsWithContent): TabContents {
  const of = ({ title, query: { phrase, filters } }: WithContent): TabContent => ({ title, phrase, filters });
  return { tabs: tabs.map(of), closed: closed.map(of) };
}

/** Restores the result of {@link withoutContent}. */
function withContent<Tabs extends TabsWithContent>(tabs: Tabs, contents: TabContents): Tabs {
  const withOne = <One extends WithContent>(one: One, { title, phrase, filters }: TabContent = {}): One => ({
    ...one,
    ...(title && { title }),
    query: { ...one.query, ...(phrase && { phrase }), ...(filters && { filters }) },
  });
  return {
    ...tabs,
    tabs: tabs.tabs.map((tab, at) => withOne(tab, contents.tabs[at])),
    closed: tabs.closed.map((tab, at) => withOne(tab, contents.closed[at])),
  };
}

/** As {@link seal}. */
function sealContent(contents: TabContents, key: string | undefined): Promise<string | undefined> {
  return seal(JSON.stringify(contents), key);
}

/** Undefined if damaged or sealed under another key. */
async function openContent(sealed: string, key: string | undefined): Promise<TabContents | undefined> {
  const clear = await unseal(sealed, key);
  if (clear === undefined) return undefined;
  try {
    return allContent(JSON.parse(clear));
  } catch {
    return undefined;
  }
}
