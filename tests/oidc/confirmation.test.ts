import { afterAll, beforeAll, expect, test } from "vitest";
import { idTokenHeader } from "@/lib/contract/id-token";
import { own, raw } from "../bff/raw-http";
import { PlainBrowser } from "../support/oidc-browser";
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
