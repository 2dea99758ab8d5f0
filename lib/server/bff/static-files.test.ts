import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticFiles } from "./static-files";

const directory = mkdtempSync(join(tmpdir(), "hub-static-"));
const earlier = mkdtempSync(join(tmpdir(), "hub-static-earlier-"));
const script = "export {}; // ".padEnd(500, "x");
let server: Server;

beforeAll(async () => {
  mkdirSync(join(directory, "chunks"));
  writeFileSync(join(directory, "chunks/a.js"), script);
  writeFileSync(join(directory, "chunks/a.js.br"), brotliCompressSync(script));
  writeFileSync(join(directory, "chunks/a.js.gz"), gzipSync(script));
  writeFileSync(join(directory, "secret.txt"), "no file of the browser");
  mkdirSync(join(earlier, "chunks"));
  writeFileSync(join(earlier, "chunks/a.js"), "of another base path");
  writeFileSync(join(earlier, "chunks/old.js"), script);
  const serve = staticFiles([directory, earlier]);
  server = createServer((asked, response) => {
    if (!serve(asked, response)) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});

afterAll(() => {
  server.close();
  for (const each of [directory, earlier]) rmSync(each, { recursive: true });
});

/** The raw response: fetch would decompress it. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status?: number; coding?: string; length?: string; size: number }>(
    (resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        let size = 0;
        response.on("data", (part: Buffer) => {
          size += part.length;
        });
        response.on("end", () => {
          const { "content-encoding": coding, "content-length": length } = response.headers;
          resolve({ status: response.statusCode, coding, length, size });
        });
      })
        .on("error", reject)
        .end();
    },
  );
}

test("[CF-05] serves files of earlier builds too, but those of this build first", async () => {
  expect(await ask("/_next/static/chunks/old.js")).toMatchObject({ status: 200, size: script.length });
  expect(await ask("/_next/static/chunks/a.js")).toMatchObject({ status: 200, size: script.length });
});

test("serves a file in the best accepted encoding", async () => {
  const path = "/_next/static/chunks/a.js";
  const best = await ask(path, { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(best).toMatchObject({ status: 200, coding: "br", length: String(best.size) });
  expect(await ask(path, { "accept-encoding": "gzip, br;q=0" })).toMatchObject({ coding: "gzip" });
  const plain = await ask(path);
  expect(plain).toEqual({ status: 200, coding: undefined, length: "500", size: 500 });
  expect(best.size).toBeLessThan(plain.size);
  expect(await ask(path, {}, "HEAD")).toMatchObject({ status: 200, length: "500", size: 0 });
});

test("[CF-01] finds it under every base path", async () => {
  expect(await ask("/admin/acme/_next/static/chunks/a.js?v=1")).toMatchObject({ status: 200, size: 500 });
});

test.each([
  "/_next/static/secret.txt",
  "/_next/static/../static-files.ts",
  "/_next/static/chunks/%2e%2e/secret.txt",
  "/_next/static/chunks/b.js",
  "/_next/static/",
])("does not serve %s", async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404 });
});

test("ignores writing methods and range requests", async () => {
  const path = "/_next/static/chunks/a.js";
  expect(await ask(path, {}, "POST")).toMatchObject({ status: 404 });
  expect(await ask(path, { range: "bytes=0-9" })).toMatchObject({ status: 404 });
});

test("[BE-03] serves it at no other address, whatever the query", async () => {
  for (const path of [
    "/users?x=/_next/static/chunks/a.js",
    "/?/_next/static/chunks/a.js",
    "/api/users?x=/_next/static/chunks/a.js",
    "/users#/_next/static/chunks/a.js",
    "/api/_next/static/chunks/a.js",
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});
