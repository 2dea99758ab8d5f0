import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { own, raw } from "../bff/raw-http";
import { PlainBrowser } from "../support/oidc-browser";
import { type OidcProduct, startOidc } from "./start";

interface Instance {
  name: string;
  settings: Record<string, string>;
  prefix: string;
  /** Path of the addresses registered at the provider. */
  registered?: string;
}

describe.each<Instance>([
  { name: "at the root", settings: {}, prefix: "" },
  {
    name: "under base path and tenant",
    settings: { BASE_PATH: "/admin", MULTI_TENANCY: "on" },
    prefix: "/admin/acme",
  },
  {
    name: "with one redirect address for all tenants",
    settings: { BASE_PATH: "/admin", MULTI_TENANCY: "on", OIDC_REDIRECT: "shared" },
    prefix: "/admin/acme",
    registered: "/admin",
  },
])("$name", ({ settings, prefix, registered = prefix }) => {
  /** At a shared address: the tenant of the sign-in, for users who return too late. */
  const place = registered === prefix ? [] : ["hub.place"];
  let product: OidcProduct;
  beforeAll(async () => {
    product = await startOidc({ settings, prefixes: [registered] });
  });
  afterAll(() => product.stop());

  test("[AU-01] redirects a visitor to the provider with PKCE, state and nonce, new ones each time", async () => {
    const requests = await Promise.all(
      [1, 2].map(async () => {
        const { at } = await new PlainBrowser().visit(`${product.origin}${prefix}/users?page=2`, (address) =>
          address.startsWith(`${product.provider.issuer}/auth`),
        );
        return new URL(at).searchParams;
      }),
    );
    for (const query of requests) {
      expect(Object.fromEntries(query)).toMatchObject({
        client_id: "hub",
        response_type: "code",
        scope: "openid profile",
        code_challenge_method: "S256",
        redirect_uri: `${product.origin}${registered}/api/auth/callback/oidc`,
      });
      for (const name of ["state", "nonce", "code_challenge"]) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    }
    for (const name of ["state", "nonce", "code_challenge"])
      expect(requests[0]?.get(name)).not.toBe(requests[1]?.get(name));
  });

  test("[AU-03] after sign-in opens the requested address, without the provider's parameters", async () => {
    const browser = new PlainBrowser();
    const { at, response } = await browser.signIn(
      `${product.origin}${prefix}/users?page=2&phrase=a%26b`,
      "ada",
    );
    expect(at).toBe(`${product.origin}${prefix}/users?page=2&phrase=a%26b`);
    expect(response?.status).toBe(200);
    expect(product.api.received.at(-1)?.headers.authorization).toMatch(/^Bearer ey/);
    // Only the session remains of the sign-in.
    expect(new Set(browser.names(`${product.origin}${prefix}/`))).toEqual(
      new Set([...place, sessionName(prefix)]),
    );
  });

  test("[AU-01] no token reaches the page, and calls carry it to the API", async () => {
    const browser = new PlainBrowser();
    const { response } = await browser.signIn(`${product.origin}${prefix}/`, "ada");
    product.api.received.length = 0;
    const call = await browser.ask(`${product.origin}${prefix}/api/users`, { headers: own });
    expect(call.status).toBe(200);
    const token = product.api.received.at(-1)?.headers.authorization?.replace("Bearer ", "") ?? "";
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ iss: product.provider.issuer, aud: "hub-api", sub: "ada" });
    const cookies = browser.cookiesFor(`${product.origin}${prefix}/`);
    for (const text of [response?.text ?? "", cookies, call.text, JSON.stringify(call.headers)])
      for (const leak of [token, token.slice(0, 40), token.split(".")[2] ?? ""])
        expect(text).not.toContain(leak);
    expect(Number(call.headers["x-session-expires-in"])).toBeGreaterThan(250);
  });

  test("[AU-01] shows a user unknown to the API a message, without a session or a loop", async () => {
    const browser = new PlainBrowser();
    const { at, response } = await browser.signIn(`${product.origin}${prefix}/users`, "stranger");
    expect(new URL(at).pathname).toBe(`${prefix}/login`);
    expect(new URL(at).searchParams.get("error")).toBe("unknownUser");
    expect(response?.status).toBe(200);
    expect(response?.text).toContain("You have no account here");
    expect(browser.names(`${product.origin}${prefix}/`)).toEqual(place);
  });

  test("[AU-07] cancelling at the provider shows the reason, and does not continue automatically", async () => {
    const browser = new PlainBrowser();
    const { at } = await browser.visit(`${product.origin}${prefix}/users`);
    const response = await browser.ask(at, { form: { cancel: "1" } });
    const page = await browser.visit(new URL(response.headers.location ?? "", at).href);
    expect(new URL(page.at).searchParams.get("error")).toBe("denied");
    expect(page.response?.text).toContain("The sign-in was refused or cancelled.");
    expect(page.response?.text).toContain("The sign-in was canceled.");
    expect(page.response?.text).toMatch(/In .*10.* seconds/);
    expect(new URL(page.at).searchParams.get("callbackUrl")).toBe(`${prefix}/users`);
  });

  test("[AU-03] a used, forged or foreign callback does not sign in", async () => {
    const browser = new PlainBrowser();
    const { at } = await browser.visit(`${product.origin}${prefix}/users`);
    const response = await browser.ask(at, { form: { name: "ada" } });
    const { at: callback } = await browser.visit(
      new URL(response.headers.location ?? "", at).href,
      (address) => address.includes("/api/auth/callback/"),
    );
    const cookie = browser.cookiesFor(callback);
    const elsewhere = await new PlainBrowser().visit(callback);
    expect(elsewhere.seen[1]).toMatch(registered === prefix ? /error=expired/ : /\/admin\/$/);

    const forged = new URL(callback);
    forged.searchParams.set("state", "forged");
    const tried = await browser.ask(forged.href);
    expect(tried.headers["set-cookie"] ?? []).toEqual([]);
    expect((await browser.visit(callback)).at).toBe(`${product.origin}${prefix}/users`);
    const path = callback.slice(product.origin.length);
    const grants = product.provider.grants.length;
    const replayed = await raw(product.port, path, { headers: { cookie } });
    expect(replayed.headers.location).toContain("error=expired");
    expect(product.provider.grants.length).toBe(grants);
    // Opened from the browser's history: a signed-in user stays signed in.
    const again = await browser.visit(callback);
    expect(again.response?.status === 200 || registered !== prefix).toBe(true);
    expect((await browser.ask(`${product.origin}${prefix}/api/users`, { headers: own })).status).toBe(200);
  });

  test("[AU-03] rejects a response in the name of another provider", async () => {
    const browser = new PlainBrowser();
    const { at } = await browser.visit(`${product.origin}${prefix}/users`);
    const response = await browser.ask(at, { form: { name: "ada" } });
    const { at: callback } = await browser.visit(
      new URL(response.headers.location ?? "", at).href,
      (address) => address.includes("/api/auth/callback/"),
    );
    const foreign = new URL(callback);
    foreign.searchParams.set("iss", "https://evil.example");
    const grants = product.provider.grants.length;
    const refused = await browser.ask(foreign.href);
    expect(refused.headers.location).toContain("error=untrusted");
    expect(product.provider.grants.length).toBe(grants);
  });
});

function sessionName(prefix: string): string {
  return prefix ? "hub.session.acme" : "hub.session";
}
