import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../config/config";
import { backChannelLogout } from "./back-channel";

let server: Server;
let origin: string;
const asked: string[] = [];

/** Acts as provider and API: returns 404 to everything, and records the requests. */
beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(url.startsWith("/api/acme/") ? 401 : 404, { "content-type": "application/json" });
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
  server.close();
});
beforeEach(() => void asked.splice(0));

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function tell(iss: unknown, tenant?: string): Promise<number> {
  const config = readConfig({
    API_URL: `${origin}/api`,
    AUTH_MODE: "oidc",
    MULTI_TENANCY: "on",
    OIDC_CLIENT_ID: "hub",
    OIDC_ISSUER: `${origin}/{tenant}/realm`,
    OIDC_REDIRECT: "shared",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  });
  const logout_token = `${encoded({ alg: "RS256", kid: "1" })}.${encoded({ iss })}.c2lnbmF0dXJl`;
  const request = new Request(`${origin}/api/auth/backchannel-logout`, {
    method: "POST",
    body: new URLSearchParams({ logout_token }),
  });
  const place = tenant === undefined ? undefined : { tenant, prefix: `/${tenant}`, path: "/" };
  return (await backChannelLogout(request, place, config)).status;
}

test("[AU-08] no request goes to an address built from a logout token", async () => {
  const wrong = [
    "https://evil.example/acme/realm",
    `${origin}/{tenant}/realm`,
    `${origin}/%7Btenant%7D/realm`,
    `${origin}/acme/../other/realm`,
    `${origin}/acme/realm/`.repeat(2),
    `${origin}/acme@evil.example/realm`,
    `${origin}/acme/realm?x=1`,
    `${origin}/acme/realm#`,
    `${origin}//realm`,
    "",
    1,
    null,
    undefined,
    ["a"],
    { toString: "x" },
  ];
  for (const iss of wrong)
    for (const tenant of [undefined, "acme"]) expect([iss, await tell(iss, tenant)]).toEqual([iss, 400]);
  expect(asked).toEqual([]);
});

test("[AU-08] [AU-10] a logout token selects an existing organisation, or the address's own", async () => {
  expect(await tell(`${origin}/made-up/realm`)).toBe(400);
  expect(asked).toEqual(["/api/made-up/auth"]);
  expect(await tell(`${origin}/other/realm`, "acme")).toBe(400);
  expect(asked).toHaveLength(1);
  // This time the provider is asked, but does not exist.
  expect(await tell(`${origin}/acme/realm`)).toBe(400);
  expect(asked.slice(1)).toEqual(["/api/acme/auth", "/acme/realm/.well-known/openid-configuration"]);
});
