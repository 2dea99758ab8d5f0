import { serverNow } from "../api/server-clock";
import { constant, list, number, object, text } from "../readers";
import { seal, unseal } from "../sealing";
import { isRecordPath, pathKey } from "./address";
import { read, remove, write } from "./storage";
import type { TabStore } from "./store";
import type { Tab } from "./tab";
import { isTabStorageStopped, type Owner } from "./window";

/** Maximum number of records offered. */
export const maxRecent = 8;
/** More are kept, to replace records that are deleted or no longer allowed. */
const maxKept = 16;

const recentRecord = object(
  { path: text(2000, /^\/(?![/\\])/), title: text(2000, /./s), seenOn: number },
  /** Language of the title. */
  { language: text(20) },
);
export type RecentRecord = NonNullable<ReturnType<typeof recentRecord>>;

const records = list(recentRecord, maxKept);
// After a sign-out only the sealed text remains, see window.ts.
const stored = object({ version: constant(1) }, { records, sealed: text(200_000) });

const keyOf = ({ prefix, userId }: Owner) =>
  `hub.recent/${encodeURIComponent(prefix)}/${encodeURIComponent(userId)}`;

/**
 * The user's recent records in this browser, from all windows, the latest first. Unseals those sealed at sign-out; those
 * under another key are lost.
 */
export async function readRecent(owner: Owner): Promise<RecentRecord[]> {
  const { sealed } = readStored(owner);
  if (sealed !== undefined) {
    const clear = await unseal(sealed, owner.contentKey);
    // Another window may have unsealed first, and records been added since.
    if (readStored(owner).sealed === sealed) keep(owner, parsed(clear, records) ?? []);
  }
  return readStored(owner).records ?? [];
}

/** Remembers each record once its tab is active and has a name. @returns function that stops this */
export function recordRecent(owner: Owner, store: TabStore): () => void {
  let last: Tab | undefined;
  const recordActiveTab = (tab: Tab | undefined) => {
    if (!tab || !isRecordPath(tab.path)) return;
    const isSame = last?.id === tab.id && last.title === tab.title && last.missing === tab.missing;
    last = tab;
    if (tab.missing) forget(owner, [tab.path]);
    else if (tab.title && !isSame) remember(owner, tab.path, tab.title);
  };
  const inFront = () => {
    const { tabs, activeId } = store.getState();
    return tabs.find(({ id }) => id === activeId);
  };
  recordActiveTab(inFront());
  return store.subscribe(({ tabs, closed }, before) => {
    const tab = inFront();
    if (tab?.id !== last?.id) last = undefined;
    recordActiveTab(tab);
    // A tab that closes without being reopenable belonged to a deleted record.
    if (tabs.length < before.tabs.length) {
      const known = new Set([...tabs, ...closed].map(({ path }) => pathKey(path)));
      forget(
        owner,
        before.tabs.flatMap(({ path }) => (known.has(pathKey(path)) ? [] : path)),
      );
    }
  });
}

/** Seals the stored records under the user's key; deletes them without one. */
export async function sealRecent(owner: Owner): Promise<void> {
  const { records: clear, sealed: before } = readStored(owner);
  if (before !== undefined) return;
  // Deletes the plain text first.
  remove(() => localStorage, keyOf(owner));
  const sealed = clear?.length ? await seal(JSON.stringify(clear), owner.contentKey) : undefined;
  if (sealed !== undefined) write(() => localStorage, keyOf(owner), JSON.stringify({ version: 1, sealed }));
}

function remember(owner: Owner, path: string, title: string): void {
  const others = without(owner, [path]);
  const { lang } = document.documentElement;
  keep(owner, [{ path, title, seenOn: serverNow(), language: lang }, ...others].slice(0, maxKept));
}

function forget(owner: Owner, paths: readonly string[]): void {
  const all = readStored(owner).records ?? [];
  const others = without(owner, paths);
  if (others.length < all.length) keep(owner, others);
}

function without(owner: Owner, paths: readonly string[]): RecentRecord[] {
  const keys = new Set(paths.map(pathKey));
  return (readStored(owner).records ?? []).filter(({ path }) => !keys.has(pathKey(path)));
}

function readStored(owner: Owner): Partial<NonNullable<ReturnType<typeof stored>>> {
  return parsed(read(() => localStorage, keyOf(owner)) ?? undefined, stored) ?? {};
}

function keep(owner: Owner, kept: readonly RecentRecord[]): void {
  // Stored records are sealed by now; more would be plain text.
  if (isTabStorageStopped()) return;
  write(() => localStorage, keyOf(owner), JSON.stringify({ version: 1, records: kept }));
}

function parsed<Value>(json: string | undefined, reader: (given: unknown) => Value | undefined) {
  if (json === undefined) return undefined;
  try {
    return reader(JSON.parse(json));
  } catch {
    return undefined;
  }
}
