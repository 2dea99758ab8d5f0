import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FileStore } from "./file-store";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "hub-sessions-"));
  path = join(directory, "sessions");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

const later = () => Date.now() + 60_000;

test("[AU-08] remembers ended, used and renewed entries after a restart, even with a truncated last line", async () => {
  const first = new FileStore(path);
  await first.end(["session a", "session b"], later());
  expect(await first.once("jti x", later())).toBe(true);
  await first.keep("c", { generation: 1, sealed: "older" }, later());
  await first.keep("c", { generation: 2, sealed: "newer" }, later());
  appendFileSync(path, '["ended","session d",1');

  const next = new FileStore(path);
  expect(next.endedAt(["session a"])).toBeGreaterThan(0);
  expect(next.endedAt(["session d"])).toBeUndefined();
  expect(await next.once("jti x", later())).toBe(false);
  expect(await next.latest("c")).toMatchObject({ generation: 2, sealed: "newer" });
  await next.end(["session e"], later());
  expect(new FileStore(path).endedAt(["session e"])).toBeGreaterThan(0);
});

test("[AU-08] makes the file readable by its owner only, and drops expired entries", async () => {
  const store = new FileStore(path);
  await store.end(["session a"], Date.now() - 1);
  await store.once("state x", Date.now() - 1);
  await store.end(["session b"], later());
  new FileStore(path);
  expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(1);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test("[AU-08] signs users out even if the file cannot be written", async () => {
  const store = new FileStore(path);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  rmSync(directory, { recursive: true, force: true });
  await store.end(["session a"], later());
  expect(store.endedAt(["session a"])).toBeGreaterThan(0);
  expect(warned).toHaveBeenCalledOnce();
});
