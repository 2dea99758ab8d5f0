import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerJson } from "../bff/fake-api";
import { own, raw } from "../bff/raw-http";
import { PlainBrowser } from "../support/oidc-browser";
import { configOf, endAccessToken } from "./in-process";
import { type OidcProduct, startOidc } from "./start";

let product: OidcProduct;
let endedNames: Set<string>;
beforeAll(async () => {
  product = await startOidc();
  // Like the API after the end of a session (AU-14).
  const refused = { status: 401, code: "unauthorized", title: "" };
  product.api.behave("/users", ({ headers }, response) => {
    if (!headers.authorization) answerJson(response, 401, refused);
    else if (endedNames.has(String(headers["x-web-session"])))
      answerJson(response, 401, refused, { "x-session-ended": "1" });
    else answerJson(response, 200, { list: [], totalCount: 0 });
  });
});
beforeEach(() => {
  endedNames = new Set();
  product.api.received.length = 0;
  product.provider.grants.length = 0;
});
afterAll(() => product.stop());

const call = (cookie: string, headers = {}) =>
  raw(product.port, "/api/users", { headers: { ...own, cookie, ...headers } });
const namesSent = () => new Set(product.api.received.map(({ headers }) => headers["x-web-session"]));

async function signedIn() {
  const browser = new PlainBrowser();
  await browser.signIn(`${product.origin}/`, "ada");
  return { browser, cookie: () => browser.cookiesFor(`${product.origin}/`) };
}

test("[AU-14] a session keeps its id at the API, from its first call and across renewals", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  product.api.received.length = 0;
  await call(one.cookie(), { "x-web-session": "forged" });
  await endAccessToken(configOf(product.provider), one.browser, product.origin);
  await call(one.cookie());
  expect(product.provider.grants).toContain("refresh_token");
  const [name, ...more] = namesSent();
  expect([typeof name, more]).toEqual(["string", []]);
  expect(name).not.toBe("forged");
  await call(other.cookie());
  expect(namesSent().size).toBe(2);
});

test("[AU-14] a session ended at the API ends in the web process too, without a renewal or ending others", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  product.api.received.length = 0;
  await call(one.cookie());
  endedNames = new Set([...namesSent()].map(String));
  product.provider.grants.length = 0;
  const revoked: string[] = [];
  product.provider.fault = (request) => {
    if (request.url === "/token/revocation") revoked.push(request.url);
    return false;
  };
  const ended = await call(one.cookie());
  expect([ended.status, ended.headers["x-session-ended"]]).toEqual([401, "1"]);
  expect(String(ended.headers["set-cookie"])).toContain("Max-Age=0");
  await expect.poll(() => revoked).toHaveLength(1);
  // A copy of the cookie is refused without asking the API.
  endedNames.clear();
  expect((await call(one.cookie())).status).toBe(401);
  expect(product.api.received.at(-1)?.headers.authorization).toBeUndefined();
  expect(product.provider.grants).toEqual([]);
  expect((await call(other.cookie())).status).toBe(200);
  product.provider.fault = undefined;
});

test("[AU-14] signing out is reported to the API, which no longer lists the session", async () => {
  const { browser } = await signedIn();
  await browser.ask(`${product.origin}/api/auth/sign-out`, { method: "POST", headers: own });
  const signOuts = () =>
    product.api.received.filter(({ method, path }) => method === "DELETE" && path === "/auth");
  await expect.poll(signOuts).toHaveLength(1);
  expect(signOuts()[0]?.headers["x-web-session"]).toBeDefined();
});
