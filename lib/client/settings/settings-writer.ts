import type { QueryCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import { contract } from "../../contract";
import type { CurrentUser } from "../../contract/user";
import { settingLength, settingName } from "../../settings/setting-limits";
import type { SettingsChange } from "../../settings/settings";
import { call } from "../api/client";
import { ApiError } from "../api/error";
import { queryKeyOf } from "../api/query";
import { refetchInFlight } from "../api/refetch-in-flight";
import { dictionary, object, text } from "../readers";

export const userKey = queryKeyOf(contract.user.current, {});
/** Milliseconds during which changes are batched: dragging a column causes two writes, not fifty. */
const batchDelay = 400;
/** Milliseconds after a save during which an older page may still arrive. */
const stalePageWindow = 10_000;

type Changes = ReadonlyMap<string, string | null>;

/** Saves settings in the background: shown at once, the last write wins, no messages. */
export interface SettingsWriter {
  /** null resets the setting to its default. */
  write(name: string, value: string | null): void;
  /**
   * Keeps unsaved changes in the browser tab's storage, and resumes those of an earlier page: a reload right after a change
   * shows it, even before it is saved.
   */
  persistUnder(key: string): void;
}

const writers = new WeakMap<QueryClient, SettingsWriter>();

/** The single writer of a query client. */
export function settingsWriterOf(client: QueryClient): SettingsWriter {
  const writer = writers.get(client) ?? createWriter(client);
  writers.set(client, writer);
  return writer;
}

function createWriter(client: QueryClient): SettingsWriter {
  let waiting = new Map<string, string | null>();
  let sent: Changes = new Map();
  let lastWrite = 0;
  let key: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeaving = false;
  let recentlySaved: ReturnType<typeof setTimeout> | undefined;

  // A pending GET /user may be older than this browser's changes: unsaved ones are applied on top.
  const unsaved = (): Changes => new Map([...sent, ...waiting]);
  const show = () => showSettings(client, unsaved());
  client.getQueryCache().subscribe((event) => {
    if (!isUserAnswered(event) || unsaved().size === 0) return;
    show();
    // The server responds again: retries unsaved changes.
    timer ??= setTimeout(flush, batchDelay);
  });

  const userId = () => client.getQueryData<CurrentUser>(userKey)?.profile.userId;
  const keep = () => {
    // Calls of an unloading page may arrive in any order: the next page repeats the last one.
    if (key === undefined || isLeaving) return;
    const changes = unsaved();
    storeUnsaved(key, userId(), changes.size > 0 || recentlySaved !== undefined ? changes : undefined);
  };

  async function flush(keepalive = false): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0 || (sent.size > 0 && !keepalive)) return;
    sent = waiting;
    waiting = new Map();
    try {
      const body: SettingsChange = Object.fromEntries(sent);
      await call(contract.user.saveSettings, { body }, { keepalive, failWithoutSession: true });
    } catch (error) {
      // Reverts refused changes; undelivered ones join the next batch.
      if (isRefusal(error)) client.invalidateQueries({ queryKey: userKey });
      else waiting = new Map([...sent, ...waiting]);
      sent = new Map();
      keep();
      return;
    }
    sent = new Map();
    clearTimeout(recentlySaved);
    recentlySaved = setTimeout(() => {
      recentlySaved = undefined;
      keep();
    }, stalePageWindow);
    keep();
    // From here on, changes are no longer applied to older responses.
    refetchInFlight(client, { queryKey: userKey });
    await flush();
  }

  addEventListener("pagehide", () => {
    isLeaving = true;
    flush(true);
  });
  addEventListener("pageshow", () => {
    isLeaving = false;
  });
  addEventListener("online", () => flush());

  return {
    write(name, value) {
      // While viewing as another user, nothing is saved.
      if (client.getQueryData<CurrentUser>(userKey)?.viewedBy) {
        showSettings(client, new Map([[name, value]]));
        return;
      }
      waiting.set(name, value);
      show();
      keep();
      clearTimeout(timer);
      const isSingle = Date.now() - lastWrite > batchDelay && sent.size === 0;
      // A single change is saved at once, so that an immediate reload includes it.
      timer = setTimeout(flush, isSingle ? 0 : batchDelay);
      lastWrite = Date.now();
    },

    persistUnder(next) {
      key = next;
      const storedChanges = loadUnsaved(key, userId());
      // This page was requested during a save, and may be older.
      if (storedChanges) client.invalidateQueries({ queryKey: userKey });
      for (const [name, value] of storedChanges ?? []) if (!waiting.has(name)) waiting.set(name, value);
      if (waiting.size === 0) return;
      show();
      timer ??= setTimeout(flush, 0);
    },
  };
}

/** Whether the server has responded with the user and their settings. */
function isUserAnswered(event: QueryCacheNotifyEvent): boolean {
  if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return false;
  const [area, name] = event.query.queryKey;
  return area === userKey[0] && name === userKey[1];
}

/** Whether a retry is pointless: the refusal is not about the session, a timeout or rate limits. */
export function isRefusal(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

const value = text(settingLength);
const parseStoredChanges = object({
  userId: text(100),
  changes: dictionary(text(100, settingName), (given) => (given === null ? null : value(given))),
});

/** Stores unsaved changes for the next page, or clears them. */
function storeUnsaved(key: string, userId: string | undefined, changes: Changes | undefined): void {
  try {
    if (changes)
      sessionStorage.setItem(key, JSON.stringify({ userId, changes: Object.fromEntries(changes) }));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage, changes are still saved to the server.
  }
}

/** Changes left unsaved by the same user's earlier page: empty if they have just been saved, undefined if there were none. */
function loadUnsaved(
  key: string,
  userId: string | undefined,
): readonly [string, string | null][] | undefined {
  try {
    const found = parseStoredChanges(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return found?.userId === userId ? found && Object.entries(found.changes) : undefined;
  } catch {
    return undefined;
  }
}

function showSettings(client: QueryClient, changes: Changes): void {
  client.setQueryData<CurrentUser>(userKey, (user) => user && withSettings(user, changes));
}

/** Applies saved settings; an older response does not revert them. */
export function showSaved(client: QueryClient, changes: Changes): void {
  showSettings(client, changes);
  refetchInFlight(client, { queryKey: userKey });
}

/** The user with changed settings; the same object if nothing changes. */
export function withSettings(user: CurrentUser, changes: Changes): CurrentUser {
  const known = new Map(user.userSettings.map((one) => [one.settingName, one.settingValue]));
  const isChanged = [...changes].some(([name, value]) => (known.get(name) ?? null) !== value);
  if (!isChanged) return user;
  for (const [name, value] of changes)
    if (value === null) known.delete(name);
    else known.set(name, value);
  const userSettings = [...known].map(([settingName, settingValue]) => ({ settingName, settingValue }));
  return { ...user, userSettings };
}
