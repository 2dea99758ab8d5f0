import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { exchange, statusesOf } from "../../../tests/support/raw-socket";
import { readConfig } from "../config/config";
import { isRefused, rewriteInvalidPath, withoutOrigin } from "./request-guard";

const config = readConfig({
  SESSION_SECRET: "x".repeat(40),
  API_URL: "http://localhost:1",
  BASE_PATH: "/admin",
  MULTI_TENANCY: "on",
});

/** Targets that passed the guard. */
const passed: (string | undefined)[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.url = withoutOrigin(request.url ?? "/");
    if (isRefused(request, response, config)) return;
    passed.push(request.url);
    response.end();
  }).listen(0);
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  passed.length = 0;
});
afterAll(() => {
  server.close();
});

async function statusOf(line: string, more = ""): Promise<number | undefined> {
  const text = await exchange(port, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);
  return statusesOf(text)[0];
}

test.each([
  ["GET /admin/acme/api/users/%2f%2fevil", 400],
  ["GET /admin/acme/api/users/%5c", 400],
  ["GET /admin/acme/api/users/a%00", 400],
  ["GET /admin/acme/api/users/a%0d%0aX:1", 400],
  ["GET /admin/acme/api/../api/users", 400],
  ["GET /admin/acme/api/%2e%2e/users", 400],
  ["GET /admin/acme/api/users/%zz", 400],
  ["GET /admin/acme/users/%zz", 400],
  ["GET *", 400],
  ["OPTIONS *", 400],
  ["GET /admin/acme/api//users", 404],
  ["GET /admin//acme/api/users", 404],
  ["GET /admin/acme/api/", 404],
  ["GET /admin/api/users", 404],
  ["GET /api/users", 404],
  ["GET /other/acme/api/users", 404],
  ["TRACE /admin/acme/api/users", 405],
  ["PROPFIND /admin/acme/api/users", 405],
  ["TRACE /admin/acme/users", 405],
  ["POST /admin/acme/users", 405],
])("[BE-03] refuses %s before Next could rewrite it: %i", async (line, status) => {
  expect([await statusOf(line), passed]).toEqual([status, []]);
});

test.each([
  ["GET http://evil.example/admin/acme/api/users?page=1", "/admin/acme/api/users?page=1"],
  ["GET HTTPS://evil.example?x", "/?x"],
  ["DELETE /admin/acme/api/users?userIds=1", "/admin/acme/api/users?userIds=1"],
  ["OPTIONS /admin/acme/api/users", "/admin/acme/api/users"],
  ["GET /admin/acme/users", "/admin/acme/users"],
])("[CF-03] forwards %s as %s", async (line, target) => {
  expect([await statusOf(line), passed]).toEqual([200, [target]]);
});

test("[AU-02] accepts a body only where the contract declares one", async () => {
  const body = "Content-Length: 2\r\n\r\n{}";
  const statuses = [];
  for (const line of [
    "POST /admin/acme/api/users/create",
    "GET /admin/acme/api/users",
    "POST /admin/acme/api/auth/sign-out",
    "GET /admin/acme/users",
  ])
    statuses.push(await statusOf(line, body));
  expect(statuses).toEqual([200, 400, 400, 400]);
});

test("[AU-02] [BE-01] drops an empty JSON body, and all later bytes of that connection", async () => {
  const json = "Content-Type: application/json\r\n";
  const statuses = [];
  for (const [line, body] of [
    ["PATCH /admin/acme/api/notifications/all/status/read", "Content-Length: 2\r\n\r\n{}"],
    ["POST /admin/acme/api/auth/sign-out", "Content-Length: 2\r\n\r\n{}"],
    ["PATCH /admin/acme/api/notifications/all/status/read", "Content-Length: 3\r\n\r\n{ }"],
    [
      "PATCH /admin/acme/api/notifications/all/status/read",
      "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    ],
    ["DELETE /admin/acme/api/users?userIds=1", "Content-Length: 2\r\n\r\n{}"],
  ] as const)
    statuses.push(await statusOf(line, json + body));
  expect(statuses).toEqual([200, 200, 400, 400, 400]);
  const next = "GET /admin/acme/api/users HTTP/1.1\r\nHost: x\r\n\r\n";
  const text = await exchange(
    port,
    `PATCH /admin/acme/api/notifications/all/status/read HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 2\r\n\r\n{}${next}`,
  );
  expect(statusesOf(text)).toEqual([200]);
});

test("[BE-03] a path that passes below /api/ equals its URL-parsed form", async () => {
  const part = fc.constantFrom(
    "users",
    "a",
    "..",
    ".",
    "%2e",
    "%2F",
    "\\",
    "%5C",
    "%00",
    "%",
    "%25",
    "%41",
    "",
  );
  const path = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .map((parts) => `/admin/acme/api/${parts.join("/")}`);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(path, async (target) => {
      passed.length = 0;
      await statusOf(`GET ${target}`);
      count += passed.length;
      for (const url of passed) expect(new URL(url ?? "", "http://x").pathname).toBe(target);
    }),
    { numRuns: 200 },
  );
  expect(count).toBeGreaterThan(0);
});

test("[RT-04] renders a page with an invalid address under a valid one", () => {
  const request = { url: "/admin/acme/users/%FF?tab=a", headers: {} } as IncomingMessage;
  rewriteInvalidPath(request);
  expect(request.url).toBe("/admin/acme/users/%ef%bf%bd");
  expect(request.headers).toEqual({ "x-hub-unreadable": "1" });
});

test("[AU-03] a page accepts only forms, and no server actions of Next", async () => {
  const form = "Content-Type: application/x-www-form-urlencoded; charset=utf-8\r\nContent-Length: 0\r\n";
  const page = "/admin/acme/login";
  expect(await statusOf(`POST ${page}`, form)).toBe(200);
  expect(await statusOf(`POST ${page}`, `${form}Next-Action: a\r\n`)).toBe(405);
  expect(await statusOf(`POST ${page}`, "Content-Length: 0\r\n")).toBe(405);
  expect(await statusOf(`POST ${page}`, "Content-Type: text/plain\r\nContent-Length: 0\r\n")).toBe(405);
  expect(await statusOf(`PUT ${page}`, form)).toBe(405);
  for (const method of ["GET", "HEAD"]) expect(await statusOf(`${method} ${page}`)).toBe(200);
});

test("[AU-03] limits the length of a form posted to a page, and requires it to be stated", async () => {
  const post = (framing: string) =>
    statusOf("POST /admin/acme/login", `Content-Type: application/x-www-form-urlencoded\r\n${framing}`);
  const long = 16 * 1024;
  expect(await post(`Content-Length: ${long}\r\n\r\n${"a".repeat(long)}`)).toBe(200);
  expect(await post(`Content-Length: ${long + 1}\r\n\r\n${"a".repeat(long + 1)}`)).toBe(413);
  // Does not wait for the rest of the body.
  expect(await post(`Content-Length: ${10 * 1024 * 1024}\r\n\r\na`)).toBe(413);
  expect(await post("Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")).toBe(413);
});

test("[ER-02] only navigation to an invalid address gets a page", async () => {
  const page = "/admin/acme/users/%zz";
  for (const method of ["GET", "HEAD"])
    expect(await statusOf(`${method} ${page}`, "Accept: text/html,*/*\r\n")).toBe(200);
  expect(await statusOf(`GET ${page}`, "Accept: application/json\r\n")).toBe(400);
});

test("[AU-02] a connection with a protocol upgrade request carries nothing more", async () => {
  const upgrade = "Connection: Upgrade\r\nUpgrade: h2c\r\n";
  const get = (more: string) => `GET /admin/acme/users HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const closing = get("Connection: close\r\n");
  expect(statusesOf(await exchange(port, get("") + closing))).toEqual([200, 200]);
  expect(statusesOf(await exchange(port, get(upgrade) + closing))).toEqual([200]);
});
