import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { S3 } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ByteRange } from "../../lib/contract/file";
import { S3Server, s3Credentials } from "../testing/s3-server";
import { diskStore } from "./disk";
import { s3Store } from "./s3";
import type { FileStore } from "./store";

const mebibyte = 1024 * 1024;

interface StoreUnderTest {
  store: FileStore;
  /** All content of the store, including unfinished files. */
  entries(): string[];
  /** Leaves the state of a process that ended while writing. */
  leaveUnfinished(): Promise<void>;
  /** Otherwise it compares checksums itself. */
  isReadBack?: boolean;
  close?(): Promise<void>;
}

async function onDisk(): Promise<StoreUnderTest> {
  const root = mkdtempSync(join(tmpdir(), "hub-files-"));
  return {
    store: diskStore(root),
    isReadBack: true,
    entries: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    async leaveUnfinished() {
      mkdirSync(join(root, "left"), { recursive: true });
      writeFileSync(join(root, "left", `.${randomUUID()}.tmp`), "half");
    },
  };
}

async function inBucket(): Promise<StoreUnderTest> {
  const server = await S3Server.start();
  const { bucket: Bucket, prefix, region, endpoint } = server.settings;
  return {
    store: s3Store(server.settings),
    entries: () => server.entries(),
    async leaveUnfinished() {
      const client = new S3({ region, endpoint, forcePathStyle: true });
      await client.createMultipartUpload({ Bucket, Key: `${prefix}left/half.bin` });
    },
    close: () => server.stop(),
  };
}

beforeAll(() => {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function* inPieces(bytes: Uint8Array, size = 100_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function bytesOf(store: FileStore, key: string, range?: ByteRange) {
  const file = await store.read(key, range);
  if (!file) throw new Error(`There is no ${key}.`);
  return { size: file.size, bytes: Buffer.concat((await file.content.toArray()) as Buffer[]) };
}

const newKey = () => `${randomUUID()}/files/${randomUUID()}.bin`;
const soonFrom = () => new Date(Date.now() + 60_000);
const keysIn = async (store: FileStore, before = soonFrom()) => {
  const keys: string[] = [];
  for await (const key of store.storedBefore(before)) keys.push(key);
  return keys;
};

describe.each([
  ["on disk", onDisk],
  ["in a bucket", inBucket],
])("files %s", (_, open) => {
  let given: StoreUnderTest;
  let store: FileStore;
  beforeAll(async () => {
    given = await open();
    store = given.store;
  });
  afterAll(() => given.close?.());

  // Less than a part of an upload, exactly one, several exactly, and several with a rest.
  test.each([0, 1, 300_000, 8 * mebibyte, 16 * mebibyte, 20 * mebibyte + 7])(
    "[AT-02] %i bytes are stored unchanged and counted correctly",
    async (size) => {
      const [whole, streamed] = [newKey(), newKey()];
      const bytes = randomBytes(size);
      await store.write(whole, bytes);
      await store.write(streamed, inPieces(bytes));
      for (const key of [whole, streamed]) {
        const read = await bytesOf(store, key);
        expect(read.size).toBe(size);
        expect(read.bytes.equals(bytes)).toBe(true);
        expect(await store.sizeOf(key)).toBe(size);
        expect(await store.readBack(key)).toEqual({ size, ...(given.isReadBack && { crc32: crc32(bytes) }) });
      }
    },
  );

  test("[AT-01] a range is read from the middle, truncated at the end of the file", async () => {
    const key = newKey();
    await store.write(key, Buffer.from("0123456789"));
    const read = async (start: number, end: number) => {
      const { size, bytes } = await bytesOf(store, key, { start, end });
      return [size, bytes.toString()];
    };
    expect(await read(0, 0)).toEqual([10, "0"]);
    expect(await read(3, 5)).toEqual([10, "345"]);
    expect(await read(7, 9)).toEqual([10, "789"]);
    expect(await read(8, 100)).toEqual([10, "89"]);
    expect(await read(10, 20)).toEqual([10, ""]);
    expect(await store.read(newKey(), { start: 0, end: 1 })).toBeUndefined();
  });

  test("[AT-02] existing files are never overwritten, large or small", async () => {
    const key = newKey();
    await store.write(key, Buffer.from("first"));
    const before = given.entries();
    await expect(store.write(key, Buffer.from("second"))).rejects.toThrow("There is a file already");
    await expect(store.write(key, randomBytes(9 * mebibyte))).rejects.toThrow("There is a file already");
    expect((await bytesOf(store, key)).bytes.toString()).toBe("first");
    expect(given.entries()).toEqual(before);
  });

  test("[AT-02] of two concurrent writes of one key one is refused, and the other is complete", async () => {
    const key = newKey();
    const contents = [randomBytes(9 * mebibyte), randomBytes(9 * mebibyte)];
    const written = await Promise.allSettled(contents.map((bytes) => store.write(key, inPieces(bytes))));
    expect(written.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const winner = contents[written.findIndex(({ status }) => status === "fulfilled")];
    expect((await bytesOf(store, key)).bytes.equals(winner ?? Buffer.alloc(0))).toBe(true);
  });

  test.each([1, 20])("[AT-02] content that breaks off after %i MiB leaves nothing behind", async (size) => {
    const before = given.entries();
    const key = newKey();
    async function* broken() {
      yield* inPieces(randomBytes(size * mebibyte));
      throw new Error("The sender has gone.");
    }
    await expect(store.write(key, broken())).rejects.toThrow("The sender has gone.");
    expect(await store.sizeOf(key)).toBeUndefined();
    expect(given.entries()).toEqual(before);
  });

  test("a missing file is no error, also when removed", async () => {
    const key = newKey();
    expect(await Promise.all([store.read(key), store.sizeOf(key), store.readBack(key)])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await store.remove(key);
    await store.write(key, Buffer.from("x"));
    expect(await store.sizeOf((await store.anyKey()) ?? "none.txt")).toBeDefined();
    await store.remove(key);
    expect(await store.sizeOf(key)).toBeUndefined();
  });

  test("lists files by time and removes unfinished ones, concurrently", async () => {
    const key = newKey();
    await store.write(key, Buffer.from("x"));
    const before = given.entries();
    await given.leaveUnfinished();
    expect(given.entries()).toHaveLength(before.length + 1);
    expect(await keysIn(store, new Date(Date.now() - 60_000))).toEqual([]);
    expect(given.entries()).toHaveLength(before.length + 1);
    const [first, second] = await Promise.all([keysIn(store), keysIn(store)]);
    expect(first).toContain(key);
    expect(second.sort()).toEqual(first.sort());
    expect(given.entries().sort()).toEqual(before.sort());
  });

  test.each(["../out.bin", "/etc/passwd", "a/../../b.bin", "a\\b.bin", "a/.b.tmp", "", "a//b.bin"])(
    "only generated keys are accepted, not '%s'",
    async (key) => {
      const calls = [
        store.write(key, new Uint8Array()),
        store.read(key),
        store.remove(key),
        store.sizeOf(key),
      ];
      for (const { status } of await Promise.allSettled(calls)) expect(status).toBe("rejected");
    },
  );
});

const away = { status: 503, code: "storeAway", headers: { "retry-after": "10" } };
const refusedAs = (reason: object) => ({ status: "rejected", reason: expect.objectContaining(reason) });
const full = { status: 507, code: "storeFull" };

test("[AT-02] an unusable disk is reported as an unavailable store", async () => {
  const root = join(mkdtempSync(join(tmpdir(), "hub-files-")), "folder");
  writeFileSync(root, "a file");
  const store = diskStore(root);
  await expect(store.write("a.txt", new Uint8Array())).rejects.toMatchObject(away);
  await expect(store.read("a.txt")).rejects.toMatchObject(away);
});

describe("a bucket that fails", () => {
  let server: S3Server;
  let store: FileStore;
  const key = newKey();
  beforeAll(async () => {
    server = await S3Server.start();
    store = s3Store(server.settings);
    await store.write(key, Buffer.from("here"));
  });
  afterAll(() => server.stop());

  test("[AT-02] without space it refuses a file and keeps nothing of it", async () => {
    const before = server.entries();
    await server.fail({ method: "PUT", way: "507 XMinioStorageFull" });
    await expect(store.write(newKey(), Buffer.from("small"))).rejects.toMatchObject(full);
    await expect(store.write(newKey(), randomBytes(9 * mebibyte))).rejects.toMatchObject(full);
    await server.fail();
    expect(server.entries()).toEqual(before);
  });

  test("[AT-02] refuses content altered in transit, and keeps nothing of it", async () => {
    const before = server.entries();
    await server.fail({ method: "PUT", way: "garbles" });
    await expect(store.write(newKey(), Buffer.from("small"))).rejects.toMatchObject(away);
    await expect(store.write(newKey(), randomBytes(9 * mebibyte))).rejects.toMatchObject(away);
    await server.fail();
    expect(server.entries()).toEqual(before);
  });

  test("[AT-02] an unavailable server is reported, and work continues when it is back", async () => {
    const methods = ["GET", "PUT", "POST", "HEAD", "DELETE"] as const;
    await server.fail(...methods.map((method) => ({ method, way: "503 SlowDown" }) as const));
    const calls = [
      store.write(newKey(), Buffer.from("x")),
      store.read(key),
      store.sizeOf(key),
      store.remove(key),
      keysIn(store),
    ];
    for (const result of await Promise.allSettled(calls)) expect(result).toMatchObject(refusedAs(away));
    await server.fail();
    expect((await bytesOf(store, key)).bytes.toString()).toBe("here");
  });

  test("[AT-02] calls that hang are given up within 10 s, and hold up no others meanwhile", async () => {
    await server.fail({ method: "PUT", way: "hangs" }, { method: "DELETE", way: "hangs" });
    const began = Date.now();
    // More than a client's default number of connections.
    const hanging = Array.from({ length: 60 }, () => store.write(newKey(), Buffer.from("x")));
    const given = Promise.allSettled([...hanging, store.remove(key)]);
    expect((await bytesOf(store, key)).bytes.toString()).toBe("here");
    expect(Date.now() - began).toBeLessThan(4_000);
    for (const result of await given) expect(result).toMatchObject(refusedAs(away));
    expect(Date.now() - began).toBeLessThan(10_500);
    await server.fail();
  });

  test("[AT-01] a stalled download is broken off, one with a paused receiver is not", async () => {
    const large = newKey();
    await store.write(large, randomBytes(9 * mebibyte));
    const paused = (await store.read(large))?.content[Symbol.asyncIterator]();
    await paused?.next();
    await server.fail({ method: "GET", way: "stalls" });
    await expect(bytesOf(store, key)).rejects.toMatchObject(away);
    await server.fail();
    let rest = 0;
    for (let part = await paused?.next(); part && !part.done; part = await paused?.next())
      rest += part.value.length;
    expect(rest).toBeGreaterThan(8 * mebibyte);
  });
});

describe("what a process leaves unfinished on disk", () => {
  const open = () => {
    const root = mkdtempSync(join(tmpdir(), "hub-files-"));
    const folder = join(root, ".unfinished");
    const left = (minutes: number) => {
      const path = join(folder, `.${randomUUID()}.tmp`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, "half");
      const then = new Date(Date.now() - minutes * 60_000);
      utimesSync(path, then, then);
      return path;
    };
    return { store: diskStore(root), folder, left };
  };

  test("[AT-02] is removed minutes later, or at the next start where no other process writes", async () => {
    const { store, folder, left } = open();
    await store.removeAbandoned?.({ isAlone: true });
    left(6);
    const fresh = left(4);
    await store.removeAbandoned?.({ isAlone: false });
    expect(readdirSync(folder)).toEqual([basename(fresh)]);
    await store.removeAbandoned?.({ isAlone: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("[AT-02] slow uploads in progress are not removed as abandoned by another process", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { store, folder } = open();
      const key = newKey();
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const written = store.write(
        key,
        (async function* () {
          yield Buffer.from("one ");
          await arrived;
          yield Buffer.from("two");
        })(),
      );
      await expect.poll(() => readdirSync(folder)).toHaveLength(1);
      const path = join(folder, readdirSync(folder)[0] ?? "");
      const hourAgo = new Date(Date.now() - 3_600_000);
      utimesSync(path, hourAgo, hourAgo);
      vi.advanceTimersByTime(60_000);
      await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(hourAgo.getTime() + 60_000);
      await store.removeAbandoned?.({ isAlone: false });
      arrive();
      await written;
      expect((await bytesOf(store, key)).bytes.toString()).toBe("one two");
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
