import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { own, raw, rawBytes } from "../bff/raw-http";
import { PlainBrowser } from "../support/oidc-browser";
import { type OidcProduct, startOidc } from "./start";

let product: OidcProduct;

beforeAll(async () => {
  product = await startOidc({ settings: { BASE_PATH: "/admin" }, prefixes: ["/admin"] });
});
afterAll(() => product.stop());

const at = (path: string) => `${product.origin}/admin${path}`;

async function signedIn() {
  const browser = new PlainBrowser();
  await browser.signIn(at("/"), "ada");
  return browser;
}

describe("cookies", () => {
  test("[AU-01] the session's cookie is unavailable to scripts, other sites and other paths", async () => {
    const browser = new PlainBrowser();
    const { at: page } = await browser.visit(at("/users"));
    const response = await browser.ask(page, { form: { name: "ada" } });
    const { at: callback } = await browser.visit(
      new URL(response.headers.location ?? "", page).href,
      (address) => address.includes("/callback/"),
    );
    const made = await browser.ask(callback);
    const [cookie = "", ...others] = made.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^hub\.session=[\w.-]+; Path=\/admin; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    for (const other of others) expect(other).toMatch(/=; Path=\/admin; Max-Age=0; HttpOnly; SameSite=Lax$/);
  });

  test("[AU-01] any flipped bit invalidates a cookie in calls, pages and sign-outs, without an error", async () => {
    const browser = await signedIn();
    const cookie = browser.cookiesFor(at("/"));
    const start = cookie.indexOf("=") + 1;
    const places = Array.from(
      { length: 40 },
      (_, index) => start + Math.floor((index * (cookie.length - start)) / 40),
    );
    for (const place of [...places, cookie.length - 2]) {
      const flipped = cookie.slice(0, place) + (cookie[place] === "A" ? "B" : "A") + cookie.slice(place + 1);
      product.api.received.length = 0;
      const call = await raw(product.port, "/admin/api/users", { headers: { ...own, cookie: flipped } });
      expect([place, call.status]).toEqual([place, 401]);
      expect(product.api.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    }
    const flipped = `${cookie.slice(0, start + 60)}!${cookie.slice(start + 61)}`;
    const page = await raw(product.port, "/admin/users", { headers: { cookie: flipped } });
    expect([page.status, page.headers["set-cookie"]?.[0]]).toEqual([307, expect.stringMatching(/Max-Age=0/)]);
    const out = await raw(product.port, "/admin/api/auth/sign-out", {
      method: "POST",
      headers: { ...own, cookie: flipped },
    });
    expect(out.status).toBe(204);
    const renewal = await raw(product.port, "/admin/api/auth/renew", {
      method: "POST",
      headers: { ...own, cookie: flipped },
    });
    expect(renewal.status).toBe(401);
  });

  test("[AU-01] a session planted in a victim's browser ends with the victim's sign-in", async () => {
    const attacker = await signedIn();
    const planted = attacker.cookiesFor(at("/"));
    const victim = new PlainBrowser();
    victim.plant(at("/"), "hub.session", planted.replace("hub.session=", ""), "/admin");
    await victim.visit(at("/api/auth/sign-in/oidc?prompt=login"), (address) =>
      address.includes("/interaction/"),
    );
    await victim.signIn(at("/api/auth/sign-in/oidc"), "victim");
    product.api.received.length = 0;
    await raw(product.port, "/admin/api/users", { headers: { ...own, cookie: planted } });
    expect(product.api.received.at(-1)?.headers.authorization).toBeUndefined();
  });

  test("[AU-01] clears leftover cookie chunks, and keeps other cookies", async () => {
    const browser = new PlainBrowser();
    for (const name of ["hub.session.0", "hub.session.1", "hub.session.2"])
      browser.plant(at("/"), name, "left-over", "/admin");
    browser.plant(at("/"), "hub.sessions", "of somebody else", "/admin");
    await browser.signIn(at("/"), "ada");
    expect(browser.names(at("/")).sort()).toEqual(["hub.session", "hub.sessions"]);
  });
});

describe("large tokens", () => {
  const word = () => randomBytes(12).toString("base64url");

  test.each([
    ["4 kB", 190, 4_000],
    ["30 kB", 1_300, 30_000],
  ])(
    "[AU-01] with access tokens of %s cookies stay below 8 kB, and calls carry complete tokens",
    async (_, words, min) => {
      const claims = { groups: Array.from({ length: words }, word) };
      const large = await startOidc({ claimsOf: () => claims, accessTokenSeconds: 5 });
      const browser = new PlainBrowser();
      await browser.signIn(`${large.origin}/users?page=2`, "ada");
      expect(browser.cookiesFor(`${large.origin}/`).length).toBeLessThan(8_000);
      for (let round = 0; round < 2; round += 1) {
        const response = await browser.ask(`${large.origin}/api/users`, { headers: own });
        const token = large.api.received.at(-1)?.headers.authorization ?? "";
        expect([response.status, token.length > min]).toEqual([200, true]);
        expect(browser.cookiesFor(`${large.origin}/`).length).toBeLessThan(8_000);
        await browser.ask(`${large.origin}/api/auth/renew`, { method: "POST", headers: own });
      }
      expect(large.provider.grants).toContain("refresh_token");
      const cookie = browser.cookiesFor(`${large.origin}/`);
      await browser.ask(`${large.origin}/api/auth/sign-out`, { method: "POST", headers: own });
      expect(browser.names(`${large.origin}/`)).toEqual(["hub.leaving"]);
      large.api.received.length = 0;
      await raw(large.port, "/api/users", { headers: { ...own, cookie } });
      expect(large.api.received.at(-1)?.headers.authorization).toBeUndefined();
      await large.stop();
    },
  );
});

describe("redirect targets", () => {
  const evil = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "///evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "/admin//evil.example",
    "/admin/..//evil.example",
    "/./evil.example//",
    "https:evil.example",
    "http:\\\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "http://localhost.evil.example/",
    "http://evil.example@localhost/",
    "//evil.example%2f@localhost",
    "/api/auth/sign-in/oidc",
    "/login?callbackUrl=//evil.example",
    "%",
    "\u0000",
    "/".repeat(3000),
  ];

  test("[AU-03] no callback address leads to another origin, before, after and without a sign-in", async () => {
    for (const callbackUrl of evil) {
      const browser = new PlainBrowser();
      const query = new URLSearchParams({ callbackUrl });
      const { at: end, seen } = await browser.signIn(at(`/login?${query}`), "ada");
      for (const address of seen)
        expect([
          callbackUrl,
          [product.origin, product.provider.issuer].includes(new URL(address).origin),
        ]).toEqual([callbackUrl, true]);
      expect([callbackUrl, new URL(end).pathname.startsWith("/admin/")]).toEqual([callbackUrl, true]);
      const again = await browser.ask(at(`/login?${query}`));
      expect([callbackUrl, again.status, again.headers.location?.startsWith("/admin/")]).toEqual([
        callbackUrl,
        307,
        true,
      ]);
      expect(again.headers.location).not.toMatch(/^\/[\\/]|\\/);
    }
  });

  test("[AU-03] shortens a long address to its view, or to the home page", async () => {
    const random = randomBytes(1_000).toString("base64url");
    const long = await new PlainBrowser().signIn(at(`/users?phrase=${random}`), "ada");
    expect(long.at).toBe(at("/users"));
    const longer = await new PlainBrowser().signIn(at(`/users/${random}`), "ada");
    expect(longer.at).toBe(at("/"));
  });

  test("[AU-03] builds no address from Host or X-Forwarded-*", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "444",
      forwarded: "host=evil.example",
      "x-original-url": "/evil",
      "x-rewrite-url": "/evil",
      "x-hub-target": "/admin/api/auth/sign-out/oidc",
      "x-hub-prefix": "/evil",
      "x-hub-away": "1",
    };
    const begun = await raw(product.port, "/admin/api/auth/sign-in/oidc", { headers });
    expect(begun.headers.location?.startsWith(`${product.provider.issuer}/auth?`)).toBe(true);
    expect(new URL(begun.headers.location ?? "").searchParams.get("redirect_uri")).toBe(
      at("/api/auth/callback/oidc"),
    );
    for (const path of [
      "/admin/users",
      "/admin/login",
      "/admin/api/auth/callback/oidc?code=x&state=y",
      "/admin/api/auth/signed-out",
    ]) {
      const response = await raw(product.port, path, { headers });
      expect([path, response.status < 500, JSON.stringify(response.headers).includes("evil")]).toEqual([
        path,
        true,
        false,
      ]);
    }
    const absolute = await rawBytes(
      product.port,
      "GET http://evil.example/admin/api/auth/sign-in/oidc HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    );
    expect(absolute).toMatch(/^HTTP\/1\.1 302 /);
    expect(absolute).not.toContain("evil.example");
    const two = await rawBytes(
      product.port,
      "GET /admin/users HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    );
    expect(two).not.toMatch(/^HTTP\/1\.1 5/);
    expect(two).not.toContain("evil.example/");
  });

  test("[AU-01] parameters of a link do not reach the request to the provider", async () => {
    const query = new URLSearchParams({
      redirect_uri: "https://evil.example",
      client_id: "evil",
      scope: "openid everything",
      response_mode: "fragment",
      prompt: "none",
      state: "mine",
      request: "x",
    });
    const response = await raw(product.port, `/admin/api/auth/sign-in/oidc?${query}`);
    const asked = new URL(response.headers.location ?? "").searchParams;
    expect(asked.toString()).not.toContain("evil");
    expect([
      asked.get("scope"),
      asked.get("response_mode"),
      asked.get("prompt"),
      asked.get("request"),
    ]).toEqual(["openid profile", null, null, null]);
    expect(asked.getAll("state")).toHaveLength(1);
    expect(asked.get("state")).not.toBe("mine");
  });
});

describe("calls", () => {
  test("[AU-02] refuses a call without our pages' header, or from another site, including GETs: 403", async () => {
    const cookie = (await signedIn()).cookiesFor(at("/"));
    product.api.received.length = 0;
    const paths = ["/users", "/user", "/user/create-api-key", "/auth/renew", "/auth/sign-out"];
    const given: Record<string, string>[] = [
      {},
      { "x-csrf": "0" },
      { ...own, "sec-fetch-site": "cross-site" },
      { ...own, "sec-fetch-site": "same-site" },
    ];
    for (const path of paths)
      for (const headers of given) {
        const method = path.startsWith("/auth/") ? "POST" : "GET";
        const response = await raw(product.port, `/admin/api${path}`, {
          method,
          headers: { cookie, ...headers },
        });
        expect([path, headers, response.status]).toEqual([path, headers, 403]);
      }
    expect(product.api.received).toEqual([]);
  });

  test("[AU-01] a client's own Authorization, cookies and forwarding headers do not reach the API", async () => {
    const cookie = (await signedIn()).cookiesFor(at("/"));
    product.api.received.length = 0;
    const forged = {
      authorization: "Bearer forged",
      "x-forwarded-for": "1.2.3.4",
      "x-tenant": "other",
      cookie,
    };
    await raw(product.port, "/admin/api/users", { headers: { ...own, ...forged } });
    await raw(product.port, "/admin/api/users", { headers: { ...own, authorization: "Bearer forged" } });
    const [first, second] = product.api.received;
    expect(first?.headers.authorization).toMatch(/^Bearer ey/);
    expect(second?.headers.authorization).toBeUndefined();
    for (const { headers } of product.api.received) {
      expect(headers.cookie).toBeUndefined();
      expect(headers["x-tenant"]).toBeUndefined();
      expect(headers["x-forwarded-for"]).not.toContain("1.2.3.4");
    }
  });

  test("[AU-01] no address returns a token, and next-auth's own endpoints do not exist", async () => {
    const browser = await signedIn();
    for (const path of [
      "session",
      "csrf",
      "providers",
      "signout",
      "error",
      "verify-request",
      "_log",
      "callback/credentials",
      "signin/oidc",
    ]) {
      const response = await browser.ask(at(`/api/auth/${path}`), { headers: own });
      expect([path, response.status]).toEqual([path, 404]);
    }
    const posted = await browser.ask(at("/api/auth/sign-in"), {
      method: "POST",
      headers: { ...own, "content-type": "application/json" },
    });
    expect(posted.status).toBe(404);
  });

  test("[AU-01] an ambiguous path is 400 below the sign-in too", async () => {
    for (const path of [
      "/admin/api/auth/%2e%2e/users",
      "/admin/api/auth/..%2fusers",
      "/admin/api/auth/callback%2foidc",
      "/admin/api/auth\\sign-in/oidc",
      "/admin/api/auth/sign-in/oidc%00",
      "/admin/api/auth/sign-in/oidc%0d%0aSet-Cookie:a=b",
      "/admin/api/auth/./sign-in/oidc",
    ]) {
      const response = await raw(product.port, path);
      expect([path, response.status, response.headers["set-cookie"]]).toEqual([path, 400, undefined]);
    }
  });

  test("[AU-01] every response of the sign-in forbids sniffing, framing and storing", async () => {
    for (const path of [
      "/api/auth/sign-in/oidc",
      "/api/auth/callback/oidc?state=x",
      "/api/auth/sign-out/oidc",
      "/api/auth/signed-out",
      "/login?error=denied",
    ]) {
      const { headers } = await raw(product.port, `/admin${path}`);
      expect([path, headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")]);
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
      expect(headers["referrer-policy"]).toBe("same-origin");
    }
  });
});
