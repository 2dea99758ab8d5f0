import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CurrentUser } from "../../contract/user";
import { settingsWriterOf, userKey, withSettings } from "./settings-writer";

const user = (settings: Record<string, string> = {}): CurrentUser => ({
  profile: { userId: "1", userName: "ada", firstName: "Ada", lastName: "Byron", email: "" },
  userPermissions: [],
  tenants: [],
  userSettings: Object.entries(settings).map(([settingName, settingValue]) => ({
    settingName,
    settingValue,
  })),
});

let bodies: Record<string, unknown>[];
let answer: () => Promise<Response>;
let listeners: Map<string, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  bodies = [];
  listeners = new Map();
  answer = async () => new Response(null, { status: 204 });
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal("fetch", (_address: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return answer();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function signedIn(settings?: Record<string, string>) {
  const client = new QueryClient();
  client.setQueryData(userKey, user(settings));
  const seen = () =>
    Object.fromEntries(
      (client.getQueryData<CurrentUser>(userKey)?.userSettings ?? []).map((one) => [
        one.settingName,
        one.settingValue,
      ]),
    );
  return { client, seen, write: settingsWriterOf(client).write };
}

test("[PR-01] shows a setting at once, and saves quick changes together", async () => {
  const { seen, write } = signedIn({ kept: "1" });
  write("columns", "a");
  await vi.advanceTimersByTimeAsync(0);
  expect(bodies).toEqual([{ columns: "a" }]);
  for (const text of ["ab", "abc", "abcd"]) {
    write("columns", text);
    await vi.advanceTimersByTimeAsync(100);
  }
  write("density", "compact");
  expect(seen()).toEqual({ kept: "1", columns: "abcd", density: "compact" });
  await vi.runAllTimersAsync();
  expect(bodies).toEqual([{ columns: "a" }, { columns: "abcd", density: "compact" }]);
});

test("[PR-01] the last write wins, even over a pending one", async () => {
  const { seen, write } = signedIn();
  let arrive: (response: Response) => void = () => {};
  answer = () => new Promise((resolve) => (arrive = resolve));
  write("columns", "first");
  await vi.advanceTimersByTimeAsync(500);
  write("columns", "second");
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies).toEqual([{ columns: "first" }]);
  answer = async () => new Response(null, { status: 204 });
  arrive(new Response(null, { status: 204 }));
  await vi.runAllTimersAsync();
  expect(bodies).toEqual([{ columns: "first" }, { columns: "second" }]);
  expect(seen()).toEqual({ columns: "second" });
});

test("[PR-01] an outdated response does not undo a choice", async () => {
  const { client, seen, write } = signedIn();
  write("columns", "mine");
  await client.fetchQuery({ queryKey: userKey, queryFn: async () => user({ columns: "old" }), staleTime: 0 });
  expect(seen()).toEqual({ columns: "mine" });
});

test("[PR-01] reverts a refused change, and resends one that failed in transit", async () => {
  const { client, seen, write } = signedIn();
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  write("columns", "late");
  await vi.runAllTimersAsync();
  expect(seen()).toEqual({ columns: "late" });
  answer = async () => new Response(null, { status: 204 });
  listeners.get("online")?.();
  await vi.runAllTimersAsync();
  expect(bodies).toEqual([{ columns: "late" }, { columns: "late" }]);

  answer = async () => new Response("{}", { status: 400 });
  write("columns", "refused");
  await vi.runAllTimersAsync();
  await client.fetchQuery({
    queryKey: userKey,
    queryFn: async () => user({ columns: "late" }),
    staleTime: 0,
  });
  expect(seen()).toEqual({ columns: "late" });
  expect(bodies).toHaveLength(3);
});

test("[PR-01] an unloading page saves pending changes", async () => {
  const { write } = signedIn();
  write("columns", "x");
  listeners.get("pagehide")?.();
  expect(bodies).toEqual([{ columns: "x" }]);
  await vi.runAllTimersAsync();
  expect(bodies).toHaveLength(1);
});

test("[PR-01] the next page of the same user saves changes that a page left unsaved", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  answer = () => new Promise(() => {});
  const before = signedIn();
  settingsWriterOf(before.client).persistUnder("settings:");
  before.write("columns", "mine");
  await vi.runAllTimersAsync();

  answer = async () => new Response(null, { status: 204 });
  const after = signedIn({ columns: "old" });
  settingsWriterOf(after.client).persistUnder("settings:");
  expect(after.seen()).toEqual({ columns: "mine" });
  await vi.runAllTimersAsync();
  expect(bodies).toEqual([{ columns: "mine" }, { columns: "mine" }]);
  expect(stored.size).toBe(0);

  stored.set("settings:", JSON.stringify({ userId: "2", changes: { columns: "theirs" } }));
  const other = signedIn({ columns: "old" });
  settingsWriterOf(other.client).persistUnder("settings:");
  expect(other.seen()).toEqual({ columns: "old" });
});

test("[PR-01] a page possibly rendered before a save refetches for a while", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const before = signedIn();
  settingsWriterOf(before.client).persistUnder("settings:");
  before.write("columns", "mine");
  await vi.advanceTimersByTimeAsync(100);

  const stateOfNext = () => {
    const { client } = signedIn({ columns: "old" });
    settingsWriterOf(client).persistUnder("settings:");
    return client.getQueryState(userKey)?.isInvalidated;
  };
  expect(stateOfNext()).toBe(true);
  expect(bodies).toEqual([{ columns: "mine" }]);
  await vi.runAllTimersAsync();
  expect(stateOfNext()).toBe(false);
});

test("[PR-01] null deletes a setting, and an equal value changes nothing", () => {
  const before = user({ a: "1", b: "2" });
  expect(withSettings(before, new Map([["a", null]])).userSettings).toEqual([
    { settingName: "b", settingValue: "2" },
  ]);
  expect(withSettings(before, new Map([["a", "1"]]))).toBe(before);
  expect(withSettings(before, new Map([["c", null]]))).toBe(before);
});
