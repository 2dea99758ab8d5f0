import { afterAll, beforeAll, expect, test } from "vitest";
import { own } from "../bff/raw-http";
import { PlainBrowser } from "../support/oidc-browser";
import { startProvider } from "../support/provider";
import { type OidcProduct, startOidc } from "./start";

let product: OidcProduct;

beforeAll(async () => {
  product = await startOidc({ settings: { MULTI_TENANCY: "on" }, prefixes: ["/acme", "/other"] });
});
afterAll(() => product.stop());

const subjectAt = async (browser: PlainBrowser, tenant: string) => {
  product.api.received.length = 0;
  await browser.ask(`${product.origin}/${tenant}/api/users`, { headers: own });
  const { path, headers } = product.api.received.at(-1) ?? { path: "", headers: {} };
  const [, payload = ""] = (headers.authorization ?? "").split(".");
  const subject = payload && JSON.parse(Buffer.from(payload, "base64url").toString()).sub;
  return `${path} ${subject || "nobody"}`;
};

test("[AU-10] sessions of two tenants exist in parallel, as different users, and end separately", async () => {
  const browser = new PlainBrowser();
  await browser.signIn(`${product.origin}/acme/users`, "ada");
  browser.forget(product.provider.issuer);
  expect((await browser.signIn(`${product.origin}/other/roles`, "bob")).at).toBe(
    `${product.origin}/other/roles`,
  );

  expect(browser.names(`${product.origin}/acme/`)).toEqual(["hub.session.acme"]);
  expect(browser.names(`${product.origin}/other/`)).toEqual(["hub.session.other"]);
  expect(await subjectAt(browser, "acme")).toBe("/acme/users ada");
  expect(await subjectAt(browser, "other")).toBe("/other/users bob");

  const copy = new PlainBrowser();
  const value = browser.cookiesFor(`${product.origin}/acme/`).replace("hub.session.acme=", "");
  copy.plant(`${product.origin}/`, "hub.session.other", value);
  expect(await subjectAt(copy, "other")).toBe("/other/users nobody");

  await browser.ask(`${product.origin}/acme/api/auth/sign-out`, { method: "POST", headers: own });
  expect(await subjectAt(browser, "acme")).toBe("/acme/users nobody");
  expect(await subjectAt(browser, "other")).toBe("/other/users bob");
});

test("[AU-03] a callback of one tenant has no effect at another", async () => {
  const browser = new PlainBrowser();
  const { at } = await browser.visit(`${product.origin}/acme/users`);
  const response = await browser.ask(at, { form: { name: "ada" } });
  const { at: callback } = await browser.visit(new URL(response.headers.location ?? "", at).href, (address) =>
    address.includes("/api/auth/callback/"),
  );
  const elsewhere = await browser.visit(callback.replace("/acme/", "/other/"), (each) =>
    each.includes("/login"),
  );
  expect(elsewhere.at).toContain("/other/login?error=expired");
  expect(browser.names(`${product.origin}/other/`)).toEqual([]);
});

test("[AU-01] each tenant can have its own provider, named in its address", async () => {
  const realms = await startProvider({ products: [] });
  realms.fault = (request, response) => {
    const [, tenant] = /^\/(acme|other)\//.exec(request.url ?? "") ?? [];
    if (!tenant) return false;
    const own = `${realms.issuer}/${tenant}`;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        issuer: own,
        authorization_endpoint: `${own}/auth`,
        token_endpoint: `${own}/token`,
        jwks_uri: `${own}/jwks`,
      }),
    );
    return true;
  };
  const each = await startOidc({
    settings: { MULTI_TENANCY: "on", OIDC_ISSUER: `${realms.issuer}/{tenant}`, OIDC_REDIRECT: "shared" },
  });
  const seen = await Promise.all(
    ["acme", "other"].map(async (tenant) => {
      const { at } = await new PlainBrowser().visit(`${each.origin}/${tenant}/users`, (place) =>
        place.startsWith(realms.issuer),
      );
      return at.slice(0, at.indexOf("?"));
    }),
  );
  expect(seen).toEqual([`${realms.issuer}/acme/auth`, `${realms.issuer}/other/auth`]);
  const missing = await new PlainBrowser().visit(`${each.origin}/third/users`);
  expect(missing.at).toMatch(/\/third\/login\?.*error=/);
  expect(missing.response?.status).toBe(200);
  await each.stop();
  await realms.stop();
});

test("[AU-03] a used callback at a shared address leads back to its organisation", async () => {
  const shared = await startOidc({
    settings: { MULTI_TENANCY: "on", OIDC_REDIRECT: "shared" },
  });
  const browser = new PlainBrowser();
  const { at } = await browser.visit(`${shared.origin}/acme/users`);
  const response = await browser.ask(at, { form: { name: "ada" } });
  const { at: callback } = await browser.visit(new URL(response.headers.location ?? "", at).href, (address) =>
    address.includes("/api/auth/callback/"),
  );
  expect(new URL(callback).pathname).toBe("/api/auth/callback/oidc");
  expect((await browser.visit(callback)).at).toBe(`${shared.origin}/acme/users`);
  // Opened from the browser's history, or a bookmark of an intermediate address.
  expect((await browser.visit(callback)).at).toBe(`${shared.origin}/acme/`);
  await browser.ask(`${shared.origin}/acme/api/auth/sign-out`, { method: "POST", headers: own });
  const late = await browser.visit(callback, (address) => address.includes("/login"));
  expect(late.at).toBe(`${shared.origin}/acme/login?error=expired`);

  // Without a valid tenant, the page names the missing part.
  for (const planted of [undefined, "//evil.example", "/acme/..%2f", "/api", "https://evil.example/"]) {
    const stranger = new PlainBrowser();
    if (planted) stranger.plant(shared.origin, "hub.place", planted);
    const start = await stranger.visit(callback);
    expect(start.at).toBe(`${shared.origin}/`);
    expect([start.response?.status, start.response?.text.includes("Which organisation?")]).toEqual([
      404,
      true,
    ]);
  }
  await shared.stop();
});
