import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { type ApiProcess, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { openRaw } from "../support/raw-socket";
import { answerJson, type FakeApi, startFakeApi } from "./fake-api";
import { cookiesOf, own, raw, signIn } from "./raw-http";
import { secret } from "./web";

// Next's route handlers must not alter the calls that they forward.

let api: FakeApi;
let web: ApiProcess;
let port: number;
let cookie: string;
let said = "";

/** Shared by web processes, with remains of a replaced build (scripts/lib/earlier-assets.mjs). */
const assets = mkdtempSync(join(tmpdir(), "hub-assets-"));
const earlier = join(assets, "anearlierbuild~admin");

beforeAll(async () => {
  await mkdir(join(earlier, "chunks"), { recursive: true });
  await writeFile(join(earlier, "chunks/of-an-earlier-build.js"), "earlier");
  api = await startFakeApi();
  port = await freePort();
  web = await startWeb({
    PORT: String(port),
    API_URL: api.address,
    SESSION_SECRET: secret,
    BASE_PATH: "/admin",
    ASSETS_DIR: assets,
  });
  for (const stream of [web.process.stdout, web.process.stderr]) stream?.on("data", (text) => (said += text));
  cookie = cookiesOf(await signIn(port, "/admin", { userName: "ada", password: "right" }));
});
afterAll(async () => {
  await rm(assets, { recursive: true, force: true });
  await web?.stop();
  await api?.stop();
  // Neither a listener warning nor an unreported error of Next.
  expect(said).toBe("");
});

const call = (path: string, options: Parameters<typeof raw>[2] = {}) =>
  raw(port, `/admin${path}`, { ...options, headers: { ...own, cookie, ...options.headers } });

/** Reads bypass Next, other calls use the route handler: both must behave the same. */
const ways = ["GET", "PUT"] as const;
type Way = (typeof ways)[number];
const callBy = (method: Way, path: string, headers = {}) =>
  call(path, { method, headers, ...(method === "PUT" && { body: "{}" }) });

/** Sends bytes, and returns the number and hash of the bytes received by the API. */
function sendBytes(bytes: Buffer, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = "/admin/api/users/create";
    const options = {
      host: "localhost",
      port,
      path,
      method: "POST",
      headers: { ...own, cookie, ...headers },
    };
    const outgoing = request(options, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.once("end", () => resolve(text));
    });
    outgoing.once("error", reject);
    for (let at = 0; at < bytes.length; at += 65_536) outgoing.write(bytes.subarray(at, at + 65_536));
    outgoing.end();
  });
}

test("[BE-03] forwards a body of 11 MB byte for byte, with and without a length", async () => {
  api.behave("/users/create", (incoming, response) => {
    const hash = createHash("sha256");
    let size = 0;
    incoming.on("data", (part: Buffer) => {
      size += part.length;
      hash.update(part);
    });
    incoming.once("end", () => answerJson(response, 200, `${size} ${hash.digest("hex")}`));
  });
  const bytes = randomBytes(11 * 1024 * 1024);
  const sent = `"${bytes.length} ${createHash("sha256").update(bytes).digest("hex")}"`;
  expect(await sendBytes(bytes, { "content-length": String(bytes.length) })).toBe(sent);
  expect(await sendBytes(bytes, {})).toBe(sent);
});

test("[BE-03] headers with a meaning to Next change neither call nor response", async () => {
  const names = [
    "rsc",
    "next-action",
    "next-router-prefetch",
    "next-router-state-tree",
    "next-url",
    "x-nextjs-data",
    "x-middleware-subrequest",
    "x-middleware-rewrite",
    "x-invoke-path",
    "x-matched-path",
    "x-forwarded-host",
    "x-hub-id",
    "x-hub-target",
    "x-prerender-revalidate",
    "x-http-method-override",
    "purpose",
    "accept-encoding",
    "expect",
  ];
  const values = ["1", "/admin/api/roles", "middleware:middleware", "gzip, br", "100-continue"];
  const headers = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), {
    minKeys: 1,
    maxKeys: 4,
  });
  const path = "/users/one?page=1";
  const usual = { GET: await callBy("GET", `/api${path}`), PUT: await callBy("PUT", `/api${path}`) };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ways), headers, async (method, more) => {
      // Node itself refuses other expectations.
      if (more.expect !== "100-continue") delete more.expect;
      api.received.length = 0;
      const response = await callBy(method, `/api${path}`, more);
      expect(api.received.map((one) => `${one.method} ${one.path}`)).toEqual([`${method} ${path}`]);
      expect([response.status, response.text]).toEqual([200, usual[method].text]);
      expect(Object.keys(response.headers).sort()).toEqual(Object.keys(usual[method].headers).sort());
    }),
    { numRuns: 100 },
  );
});

test.each(ways)("[BE-03] responses to %s keep the API's framing, even if compressible", async (method) => {
  const text = "a".repeat(20_000);
  api.behave("/users/long", (_, response) => answerJson(response, 200, text, { "content-length": "20002" }));
  api.behave("/users/file", (_, response) => {
    response.writeHead(206, {
      "content-type": "text/plain",
      "content-length": "5",
      "content-range": "bytes 0-4/9",
    });
    response.end("01234");
  });
  api.behave("/users/nothing", (_, response) => response.writeHead(204).end());
  api.behave("/users/same", (_, response) => response.writeHead(304, { etag: '"1"' }).end());
  const headers = { "accept-encoding": "gzip, deflate, br" };
  const long = await callBy(method, "/api/users/long", headers);
  expect([long.headers["content-encoding"], long.headers["content-length"], long.json]).toEqual([
    undefined,
    "20002",
    text,
  ]);
  const file = await callBy(method, "/api/users/file", headers);
  expect([file.status, file.headers["content-length"], file.headers["content-range"], file.text]).toEqual([
    206,
    "5",
    "bytes 0-4/9",
    "01234",
  ]);
  for (const [path, status] of [
    ["/api/users/nothing", 204],
    ["/api/users/same", 304],
  ] as const) {
    const none = await callBy(method, path, headers);
    expect([
      none.status,
      none.headers["content-length"],
      none.headers["transfer-encoding"],
      none.text,
    ]).toEqual([status, undefined, undefined, ""]);
  }
});

test("[CF-05] every response names the build, except for its files, which outlive it", async () => {
  const id = (await readFile(join(root, "dist/web/.next/BUILD_ID"), "utf8")).trim();
  const page = await call("/login");
  const script = /\/admin(\/_next\/static\/[^"]+\.js)/.exec(page.text)?.[1] ?? "";
  const responses = [
    page,
    await call("/health"),
    await call("/api/users"),
    await call("/api/users", { headers: { "x-csrf": "0" } }),
    await callBy("PUT", "/api/users/one"),
    await call("/api/users/%2f"),
    await call("/api/nothing"),
    await call("/api/messages/en"),
    await call("/api/auth/sign-in/oidc"),
    await call("/api/auth/renew", { method: "POST" }),
    await call("/users", { method: "TRACE" }),
    await call("/_next/static/nothing.js"),
  ];
  expect(responses.map(({ headers }) => headers["x-build-id"])).toEqual(responses.map(() => id));
  const file = await call(script);
  expect([file.status, file.headers["x-build-id"]]).toEqual([200, undefined]);
});

test("[CF-05] serves files to a page of an earlier build", async () => {
  const response = await call("/_next/static/chunks/of-an-earlier-build.js");
  expect([response.status, response.text]).toEqual([200, "earlier"]);
});

test("[TL-05] a client that disconnects at any time leaks nothing", async () => {
  const head = `Host: x\r\nX-CSRF: 1\r\nCookie: ${cookie}\r\n`;
  for (const [line, rest] of [
    ["GET /admin/api/users HTTP/1.1", "\r\n"],
    ["POST /admin/api/users/create HTTP/1.1", "Content-Length: 2000000\r\n\r\n{"],
    ["POST /admin/api/users/create HTTP/1.1", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
  ])
    for (const milliseconds of [0, 1, 2, 4, 8, 16]) {
      const connection = await openRaw(port);
      connection.write(`${line}\r\n${head}${rest}`);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      connection.destroy();
      await connection.closed;
    }
  expect((await call("/api/users")).status).toBe(200);
});
