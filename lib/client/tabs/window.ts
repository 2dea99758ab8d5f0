import { contentOf, openContent, sealContent, withContent, withoutContent } from "./content";
import type { TabState } from "./state";
import { read, remove, write } from "./storage";
import { formatStored, maxCharacters, parseStored, type StoredTabs } from "./stored";

/** Whose tabs: nobody else sees them, in whichever tenant they sign in on this browser. */
export interface Owner {
  /** Base path and tenant of the page. */
  prefix: string;
  userId: string;
  /** For what their tabs are about, which outlives signing out for them alone. */
  contentKey?: string;
}

export interface WindowTabs {
  /** What the window, or the one whose place it takes, had open. */
  stored: StoredTabs | undefined;
  save(state: TabState): void;
}

interface Copy {
  key: string;
  savedOn: number;
}

// `hub.tabs/<prefix>/<user>/<window>`, one copy each.
const root = "hub.tabs/";
const maxCopies = 24;
const windowKey = "hub.window";
const openKey = "hub.window.open";

/**
 * Finds the tabs of this browser window (TB-10): its own after a reload or a new sign-in; a copy of the other's in a
 * duplicated window; those used last when the user has no window open any more; none beside other open windows.
 * Where the browser keeps nothing, nothing is found, and nothing fails.
 */
export async function openWindow(owner: Owner): Promise<WindowTabs> {
  const home = homeOf(owner);
  const before = read(() => sessionStorage, windowKey);
  // Browsers copy the session storage into a duplicated window, with this mark of a window that is still open.
  const duplicated = read(() => sessionStorage, openKey) !== null;
  const others = await openLocks(home);
  const copies = newestFirst(copiesBelow(root));
  const own = copies.find(({ key }) => key === home + before);
  const last = others ? undefined : copies.find(({ key }) => key.startsWith(home));

  // Its place is taken only when it is sure to be free: else there are two sets from now on.
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
    // What is kept is complete, and more would be in clear.
    save: (state) => !isSealed && write(() => localStorage, key, formatStored(state, Date.now())),
  };
}

let isSealed = false;

/** Whether nothing may be kept any more of what the user looks at. */
export const isTabKeepingOver = () => isSealed;

/** From now on this window keeps nothing of its tabs: another one has signed out, and puts what is kept under the key. */
export function stopKeepingTabs(): void {
  isSealed = true;
}

/**
 * From now on nothing is kept that tells whoever sits at this browser next what its tabs were about; what is kept already
 * is put under the user's key, and is gone where there is none.
 */
export async function sealTabs(owner: Owner): Promise<void> {
  isSealed = true;
  const before = copiesBelow(homeOf(owner)).map(({ key, savedOn }) => {
    const stored = parseStored(read(() => localStorage, key));
    return { key, stored: stored && { ...stored, savedOn } };
  });
  // First of all it is gone.
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
  `${root}${encodeURIComponent(prefix)}/${encodeURIComponent(userId)}/`;

function newWindow(): string {
  return Math.random().toString(36).slice(2, 12);
}

/** Marks the window as open until its page goes, and again when the browser brings the page back. */
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

/** Whether another window of the owner is open; undefined in pages that are not served securely, which cannot know. */
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

/** Without reading the whole: there may be many. */
function savedOn(json: string | null): number {
  return Number(/"savedOn":(\d{1,15})/.exec(json?.slice(0, 80) ?? "")?.[1] ?? 0);
}

function newestFirst(copies: Copy[]): Copy[] {
  return copies.sort((one, other) => other.savedOn - one.savedOn);
}
