import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config/config";
import { installBeforeNext } from "./before-next";

let server: Server;
let uninstall: () => void;
const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  uninstall = installBeforeNext(
    readConfig({ SESSION_SECRET: "x".repeat(40), API_URL: "http://localhost:1" }),
  );
  // Replaces Next: handles the remaining requests.
  server = createServer((request, response) => {
    if (request.url?.startsWith("/users")) response.setHeader("content-security-policy", "of the page");
    response.end(request.url);
  }).listen(0);
  await once(server, "listening");
  await fetch(at("/health"));
});
afterAll(() => {
  server.close();
  uninstall();
});

test.each(["/_next/none", "/x/_next/none", "/api/none", "/api/user", "/api/auth/renew", "/api/messages/en"])(
  "[AU-02] %s has a policy that forbids scripts",
  async (path) => {
    const { headers } = await fetch(at(path), { headers: { "x-csrf": "1" } });
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/);
  },
);

test("[AU-02] a page has its own", async () => {
  const { headers } = await fetch(at("/users"));
  expect(headers.get("content-security-policy")).toBe("of the page");
});

test("[CF-01] answers unknown API addresses before Next, which gets all others without prefix", async () => {
  const own = await fetch(at("/api/messages/en"), { headers: { "x-csrf": "1" } });
  expect(await own.text()).toBe("/api/messages/en");
  expect(await (await fetch(at("/_next/static/none.js"))).text()).toBe("/_next/static/none.js");
  const { headers } = await fetch(at("/users"));
  expect(headers.get("strict-transport-security")).toBeNull();
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("[CF-01] over https every response has HSTS", async () => {
  const stop = installBeforeNext(
    readConfig({
      SESSION_SECRET: "x".repeat(40),
      API_URL: "http://localhost:1",
      PUBLIC_URL: "https://hub.example",
    }),
  );
  const secured = createServer((_, response) => response.end()).listen(0);
  await once(secured, "listening");
  const { port } = secured.address() as AddressInfo;
  await fetch(`http://localhost:${port}/health`);
  for (const path of ["/users", "/api/none", "/_next/none"]) {
    const { headers } = await fetch(`http://localhost:${port}${path}`);
    expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{7,}/);
  }
  secured.close();
  stop();
});

test.each(["PUT", "POST", "DELETE", "OPTIONS"])("[CF-01] a page does not accept %s", async (method) => {
  const response = await fetch(at("/users"), { method });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
