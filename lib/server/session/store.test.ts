import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** There is one store for the process, which other files of tests run in too: each test begins without, and leaves none. */
const forgetStore = () => Reflect.deleteProperty(globalThis, Symbol.for("hub.sessions"));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-store-"));
  forgetStore();
});
afterEach(() => {
  forgetStore();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const reachable = async (sessionStoreUrl?: string) =>
  (await import("./store")).isSessionStoreReachable({ sessionStoreUrl });

test("[CF-05] a store in memory is always there", async () => {
  expect(await reachable()).toBe(true);
});

test("[CF-05] a file is there from the first start on, and has to be one that can be written", async () => {
  const path = join(folder, "sessions");
  const url = pathToFileURL(path).href;
  expect(await reachable(url)).toBe(true);
  rmSync(path);
  expect(await reachable(url)).toBe(true);
  rmSync(path);
  mkdirSync(path);
  expect(await reachable(url)).toBe(false);
});

test("[CF-05] a folder that is not there is no store, and no exception either", async () => {
  expect(await reachable(pathToFileURL(join(folder, "missing", "sessions")).href)).toBe(false);
});

test("[CF-05] a database that nobody serves is away", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(await reachable("postgres://nobody@127.0.0.1:1/nowhere")).toBe(false);
});
