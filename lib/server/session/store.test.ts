import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The store is shared by all test files of the process, so each test starts and ends without one. */
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

test("[CF-05] a store in memory is always reachable", async () => {
  expect(await reachable()).toBe(true);
});

test("[CF-05] a file is reachable from the first start, if it is writable", async () => {
  const path = join(folder, "sessions");
  const url = pathToFileURL(path).href;
  expect(await reachable(url)).toBe(true);
  rmSync(path);
  expect(await reachable(url)).toBe(true);
  rmSync(path);
  mkdirSync(path);
  expect(await reachable(url)).toBe(false);
});

test("[CF-05] a missing folder is unreachable, and throws nothing", async () => {
  expect(await reachable(pathToFileURL(join(folder, "missing", "sessions")).href)).toBe(false);
});

test("[CF-05] a database without a server is unreachable", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(await reachable("postgres://nobody@127.0.0.1:1/nowhere")).toBe(false);
});
