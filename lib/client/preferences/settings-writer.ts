import type { QueryCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import { contract } from "../../contract";
import type { CurrentUser } from "../../contract/user";
import { settingLength, settingName } from "../../preferences/setting-limits";
import type { SettingsChange } from "../../preferences/settings";
import { call } from "../api/client";
import { ApiError } from "../api/error";
import { queryKeyOf } from "../api/query";
import { refetchInFlight } from "../api/refetch-in-flight";
import { dictionary, object, text } from "../readers";

export const userKey = queryKeyOf(contract.user.current, {});
/** Milliseconds after a change in which more are gathered: dragging a column is two writes, not fifty. */
const gatherFor = 400;
/** Milliseconds in which a page may arrive that was read before a change was saved. */
const mayBeOlderFor = 10_000;

type Changes = ReadonlyMap<string, string | null>;

/** Saves settings in the background: seen at once, the last write wins, and nothing is said about it. */
export interface SettingsWriter {
  /** null forgets the setting, which is then what it is by default. */
  write(name: string, value: string | null): void;
  /**
   * Keeps what is not saved yet under a key of the browser tab, and takes up what an earlier page left there: a reload
   * right after a change finds it, even when the server does not know it yet.
   */
  keepUnder(key: string): void;
}

const writers = new WeakMap<QueryClient, SettingsWriter>();

/** The one writer of a query client. */
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
  let justSaved: ReturnType<typeof setTimeout> | undefined;

  // An answer of GET /user that was on its way may know less than this browser: what is not saved yet goes on top.
  const unsaved = (): Changes => new Map([...sent, ...waiting]);
  const show = () => showSettings(client, unsaved());
  client.getQueryCache().subscribe((event) => {
    if (!isUserAnswered(event) || unsaved().size === 0) return;
    show();
    // The server answers again: what did not arrive before goes now.
    timer ??= setTimeout(flush, gatherFor);
  });

  const userId = () => client.getQueryData<CurrentUser>(userKey)?.profile.userId;
  const keep = () => {
    // Calls of a page that is left may arrive in any order: the next page makes the last one again.
    if (key === undefined || isLeaving) return;
    const changes = unsaved();
    leaveUnder(key, userId(), changes.size > 0 || justSaved !== undefined ? changes : undefined);
  };

  async function flush(keepalive = false): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0 || (sent.size > 0 && !keepalive)) return;
    sent = waiting;
    waiting = new Map();
    try {
      const body: SettingsChange = Object.fromEntries(sent);
      await call(contract.user.saveSettings, { body }, { keepalive, withoutAsking: true });
    } catch (error) {
      // What was refused is taken back; what only did not arrive goes along with the next change.
      if (isRefusal(error)) client.invalidateQueries({ queryKey: userKey });
      else waiting = new Map([...sent, ...waiting]);
      sent = new Map();
      keep();
      return;
    }
    sent = new Map();
    clearTimeout(justSaved);
    justSaved = setTimeout(() => {
      justSaved = undefined;
      keep();
    }, mayBeOlderFor);
    keep();
    // From here on nothing goes on top of an answer that was read before this was saved.
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
      // Whoever looks as the user changes nothing of theirs, and nothing of their own.
      if (client.getQueryData<CurrentUser>(userKey)?.viewedBy) {
        showSettings(client, new Map([[name, value]]));
        return;
      }
      waiting.set(name, value);
      show();
      keep();
      clearTimeout(timer);
      const isLonely = Date.now() - lastWrite > gatherFor && sent.size === 0;
      // What comes alone goes at once, so that a reload right after it finds it saved.
      timer = setTimeout(flush, isLonely ? 0 : gatherFor);
      lastWrite = Date.now();
    },

    keepUnder(next) {
      key = next;
      const left = leftUnder(key, userId());
      // This page was asked for while something was being saved, and may have been read before.
      if (left) client.invalidateQueries({ queryKey: userKey });
      for (const [name, value] of left ?? []) if (!waiting.has(name)) waiting.set(name, value);
      if (waiting.size === 0) return;
      show();
      timer ??= setTimeout(flush, 0);
    },
  };
}

/** The server has answered who the user is, with their settings. */
function isUserAnswered(event: QueryCacheNotifyEvent): boolean {
  if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return false;
  const [area, name] = event.query.queryKey;
  return area === userKey[0] && name === userKey[1];
}

/** What will be refused however often it is sent: not for want of a session, of time or of quiet. */
export function isRefusal(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

const value = text(settingLength);
const left = object({
  userId: text(100),
  changes: dictionary(text(100, settingName), (given) => (given === null ? null : value(given))),
});

/** Leaves to the next page what is not saved, or nothing. */
function leaveUnder(key: string, userId: string | undefined, changes: Changes | undefined): void {
  try {
    if (changes)
      sessionStorage.setItem(key, JSON.stringify({ userId, changes: Object.fromEntries(changes) }));
    else sessionStorage.removeItem(key);
  } catch {
    // A browser that stores nothing still saves.
  }
}

/** What a page of the same user left unsaved: nothing any more if it has just been saved, undefined if there was nothing. */
function leftUnder(key: string, userId: string | undefined): readonly [string, string | null][] | undefined {
  try {
    const found = left(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return found?.userId === userId ? found && Object.entries(found.changes) : undefined;
  } catch {
    return undefined;
  }
}

function showSettings(client: QueryClient, changes: Changes): void {
  client.setQueryData<CurrentUser>(userKey, (user) => user && withSettings(user, changes));
}

/** Shows everything by settings that have just been saved; an answer that was read before does not take them back. */
export function showSaved(client: QueryClient, changes: Changes): void {
  showSettings(client, changes);
  refetchInFlight(client, { queryKey: userKey });
}

/** The user with the settings changed; the same object when that changes nothing. */
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
