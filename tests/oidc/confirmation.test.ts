import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idTokenHeader } from "@/lib/contract/id-token";
import { serve } from "@/lib/server/bff/serve";
import { tokenSessionCookies } from "@/lib/server/session/cookie";
import { endOwnSession, logOutAtProvider } from "@/lib/server/session/oidc/rp-initiated-logout";
import { newSessionId } from "@/lib/server/session/seal";
import { startFakeApi } from "../bff/fake-api";
import { own, raw } from "../bff/raw-http";
import { PlainBrowser } from "../support/oidc-browser";
import { startSmallProvider } from "../support/small-provider";
import { configOf, cookieOf, where } from "./in-process";
import { type OidcProduct, startOidc } from "./start";

let product: OidcProduct;
beforeAll(async () => {
  product = await startOidc();
});
afterAll(() => product.stop());

const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());

test("[AU-12] a confirmation signs in at the provider again, and its ID token contains the time", async () => {
  const begun = await raw(product.port, "/api/auth/sign-in/oidc?prompt=login&popup=1");
  const asked = new URL(begun.headers.location ?? "").searchParams;
  expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
  const usual = await raw(product.port, "/api/auth/sign-in/oidc");
  expect(new URL(usual.headers.location ?? "").searchParams.has("max_age")).toBe(false);

  const browser = new PlainBrowser();
  await browser.signIn(`${product.origin}/api/auth/sign-in/oidc?prompt=login`, "ada");
  const headers = { ...own, cookie: browser.cookiesFor(`${product.origin}/`) };
  const received = async (path: string, method = "GET") => {
    product.api.received.length = 0;
    await raw(product.port, `/api${path}`, { method, headers });
    return product.api.received.at(-1)?.headers[idTokenHeader];
  };
  const idToken = await received("/user/create-api-key");
  expect(claimsOf(idToken)).toMatchObject({ aud: "hub", auth_time: expect.any(Number) });
  expect(await received("/users/1/view-as", "POST")).toBe(idToken);
  expect(await received("/users")).toBeUndefined();
});

test("[AU-12] [AU-08] a session too large for cookies sends its ID token, to the API and when signing out", async () => {
  const [provider, api] = [await startSmallProvider({ alg: "ES256" }), await startFakeApi()];
  const config = configOf(provider, { API_URL: api.address });
  const random = (bytes: number) => randomBytes(bytes).toString("base64url");
  const now = Date.now();
  const [accessToken, idToken] = [random(2_500), random(2_500)];
  const about = { expires: now / 1000 + 300, lifetime: 300, generation: 0, subject: "ada", sealedAt: now };
  const oidc = { ...about, refreshToken: random(30), idToken, issuer: provider.issuer };
  const session = { accessToken, tenant: "", id: newSessionId(), began: now, oidc };
  const cookie = cookieOf(await tokenSessionCookies(config, where, session, null));
  const path = "/user/create-api-key";
  const server = createServer((request, response) => {
    const { headers, url: target = "" } = request;
    void serve({ request, response, target, headers }, { ...where, path }, config);
  }).listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await raw(port, `/api${path}`, { headers: { ...own, cookie } });
  const received = api.received.at(-1)?.headers;
  expect(received?.authorization).toBe(`Bearer ${accessToken}`);
  expect(received?.[idTokenHeader]).toBe(idToken);

  const inCookie = { ...oidc, idToken: undefined, refreshToken: undefined };
  const place = { ...where, path: "/" };
  const left = await endOwnSession(config, place, { ...session, accessToken: "", oidc: inCookie });
  const leaving = new Request("http://localhost/", { headers: { cookie: cookieOf([left.cookie]) } });
  const location = (await logOutAtProvider(leaving, place, config)).headers.get("location") ?? "";
  expect(new URL(location).searchParams.get("id_token_hint")).toBe(idToken);
  server.close();
  await Promise.all([api.stop(), provider.stop()]);
});
