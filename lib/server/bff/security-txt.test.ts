import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../config/config";
import { serveSecurityTxt } from "./security-txt";

const closings: (() => unknown)[] = [];
afterEach(() => closings.splice(0).map((close) => close()));

/** Serves the file with these settings; other addresses get 204. */
async function fetchWith(settings: Record<string, string>, path: string, method = "GET") {
  const config = readConfig({ SESSION_SECRET: "x".repeat(40), ...settings });
  const server = createServer((request, response) => {
    if (!serveSecurityTxt(request, response, config)) response.writeHead(204).end();
  }).listen(0);
  closings.push(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}${path}`, { method });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

const file = "/.well-known/security.txt";

test("[CF-03] security.txt names the contacts in order, and expires in less than a year", async () => {
  const given = {
    SECURITY_CONTACT: "https://hub.example/report, security@hub.example",
    PUBLIC_URL: "https://work.example",
    BASE_PATH: "/admin",
  };
  const { status, type, text } = await fetchWith(given, file);
  expect([status, type]).toEqual([200, "text/plain; charset=utf-8"]);
  const [, expires = ""] =
    /^Contact: https:\/\/hub\.example\/report\nContact: mailto:security@hub\.example\nExpires: (.+)\nCanonical: https:\/\/work\.example\/admin\/\.well-known\/security\.txt\n$/.exec(
      text,
    ) ?? [];
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect((await fetchWith(given, `/admin${file}`)).text).toBe(text);
  expect(await fetchWith(given, file, "HEAD")).toMatchObject({ status: 200, text: "" });
  expect((await fetchWith(given, `${file}x`)).status).toBe(204);
});

test("[CF-03] without a contact there is no security.txt, rather than a page of the product", async () => {
  expect(await fetchWith({}, file)).toMatchObject({ status: 404 });
});

test("[CF-03] over http it names no canonical address", async () => {
  const { text } = await fetchWith({ SECURITY_CONTACT: "tel:+49-30-1234" }, file);
  expect(text).toMatch(/^Contact: tel:\+49-30-1234\nExpires: \S+\n$/);
});
