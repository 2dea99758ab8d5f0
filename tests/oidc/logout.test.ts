import type { ServerResponse } from "node:http";
import { importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signingKey } from "../../scripts/lib/try-out-provider.mjs";
import { own, raw } from "../bff/raw-http";
import { PlainBrowser } from "../support/oidc-browser";
import { client } from "../support/provider";
import { type OidcProduct, startOidc } from "./start";

let product: OidcProduct;
let key: Awaited<ReturnType<typeof signingKey>>;

beforeAll(async () => {
  key = await signingKey("1");
  product = await startOidc({ more: { jwks: { keys: [key] } } });
});
afterAll(() => product.stop());

const call = (cookie: string) => raw(product.port, "/api/users", { headers: { ...own, cookie } });

/** Whether the API was called with a user's session. */
async function isSignedIn(cookie: string): Promise<boolean> {
  product.api.received.length = 0;
  await call(cookie);
  return product.api.received.at(-1)?.headers.authorization !== undefined;
}

async function signedIn(name = "ada") {
  const browser = new PlainBrowser();
  await browser.signIn(`${product.origin}/`, name);
  return { browser, cookie: browser.cookiesFor(`${product.origin}/`) };
}

describe("by the user", () => {
  test("[AU-08] ends the session here, and refresh token and session at the provider", async () => {
    const { browser, cookie } = await signedIn();
    const revoked: string[] = [];
    product.provider.fault = (request) => {
      if (request.url === "/token/revocation") revoked.push(request.url);
      return false;
    };
    const response = await browser.ask(`${product.origin}/api/auth/sign-out`, {
      method: "POST",
      headers: own,
    });
    expect(response.json).toEqual({ goOn: "/api/auth/sign-out/oidc" });
    expect(await isSignedIn(cookie)).toBe(false);
    await expect.poll(() => revoked).toHaveLength(1);

    const { at } = await browser.visit(`${product.origin}/api/auth/sign-out/oidc`);
    const query = new URL(at).searchParams;
    expect(at.startsWith(`${product.provider.issuer}/session/end`)).toBe(true);
    expect(query.get("post_logout_redirect_uri")).toBe(`${product.origin}/api/auth/signed-out`);
    expect(query.get("id_token_hint")).toMatch(/^ey/);
    expect(query.get("client_id")).toBe(client.id);
    product.provider.fault = undefined;
    expect(browser.names(`${product.origin}/`)).toEqual([]);
    // The page after the provider's sign-out does not sign in again automatically.
    const back = await browser.visit(`${product.origin}/api/auth/signed-out`);
    expect(back.at).toBe(`${product.origin}/login?signedOut=1`);
    expect(back.response?.text).toContain("You are signed out");
  });

  test("[AU-08] neither a link nor another site can sign a user out", async () => {
    const { browser, cookie } = await signedIn();
    const { at } = await browser.visit(`${product.origin}/api/auth/sign-out/oidc`);
    expect(new URL(at).origin).toBe(product.origin);
    const without = await browser.ask(`${product.origin}/api/auth/sign-out`, { method: "POST" });
    const foreign = await browser.ask(`${product.origin}/api/auth/sign-out`, {
      method: "POST",
      headers: { ...own, "sec-fetch-site": "cross-site" },
    });
    expect([without.status, foreign.status]).toEqual([403, 403]);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ["drops connections", (response) => response.destroy()],
    ["says that it is away", (response) => response.writeHead(503).end("<html>Maintenance</html>")],
    ["says nothing", () => undefined],
  ])(
    "[AU-08] a provider that %s does not block sign-out, and our page warns about its session",
    async (_, fault) => {
      const { browser, cookie } = await signedIn();
      product.provider.fault = (__, response) => {
        fault(response);
        return true;
      };
      const response = await browser.ask(`${product.origin}/api/auth/sign-out`, {
        method: "POST",
        headers: own,
      });
      expect(response.status).toBe(200);
      expect(await isSignedIn(cookie)).toBe(false);
      const { at, response: page } = await browser.visit(`${product.origin}/api/auth/sign-out/oidc`);
      product.provider.fault = undefined;
      expect(at).toBe(`${product.origin}/login?signedOut=here`);
      expect(page?.text).toContain("you may still be signed in there");
    },
  );

  test("[AU-01] a new sign-in creates a new session, and ends the previous one", async () => {
    const { browser, cookie } = await signedIn();
    await browser.visit(`${product.origin}/api/auth/sign-in/oidc`);
    const fresh = browser.cookiesFor(`${product.origin}/`);
    expect(fresh).not.toBe(cookie);
    expect([await isSignedIn(cookie), await isSignedIn(fresh)]).toEqual([false, true]);
  });
});

describe("by the provider", () => {
  const event = "http://schemas.openid.net/event/backchannel-logout";
  let count = 0;

  /** Claims of a logout token; undefined omits one. */
  const claims = (more: Record<string, unknown> = {}) => {
    count += 1;
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: product.provider.issuer,
      aud: client.id,
      iat: now,
      exp: now + 120,
      jti: `jti-${count}`,
      sub: "eve",
      events: { [event]: {} },
      ...more,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  };

  async function signed(payload: Record<string, unknown>, header = {}, by = key): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "RS256", kid: "1", typ: "logout+jwt", ...header })
      .sign(await importJWK(by, "RS256"));
  }

  const tell = (form: Record<string, string>) =>
    raw(product.port, "/api/auth/backchannel-logout", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    });

  test("[AU-08] a logout token ends all sessions of its user, once, and no others", async () => {
    const [first, second, other] = [await signedIn("eve"), await signedIn("eve"), await signedIn("ada")];
    const token = await signed(claims());
    const response = await tell({ logout_token: token });
    expect([response.status, response.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(await isSignedIn(first.cookie)).toBe(false);
    expect(await isSignedIn(second.cookie)).toBe(false);
    expect(await isSignedIn(other.cookie)).toBe(true);
    expect((await tell({ logout_token: token })).status).toBe(400);
    // New sign-ins are allowed.
    expect(await isSignedIn((await signedIn("eve")).cookie)).toBe(true);
  });

  test("[AU-08] an invalid logout token changes nothing: 400", async () => {
    const { cookie } = await signedIn("eve");
    const stranger = await signingKey("1");
    const now = Math.floor(Date.now() / 1000);
    const wrong: [string, string][] = [
      ["another key", await signed(claims(), {}, stranger)],
      ["no event", await signed(claims({ events: undefined }))],
      ["another event", await signed(claims({ events: { other: {} } }))],
      ["an event that is text", await signed(claims({ events: { [event]: "yes" } }))],
      ["a nonce", await signed(claims({ nonce: "n" }))],
      ["no iat", await signed(claims({ iat: undefined }))],
      ["too old", await signed(claims({ iat: now - 3600, exp: now + 60 }))],
      ["from the future", await signed(claims({ iat: now + 3600, exp: now + 7200 }))],
      ["expired", await signed(claims({ exp: now - 3600 }))],
      ["no jti", await signed(claims({ jti: undefined }))],
      ["neither sub nor sid", await signed(claims({ sub: undefined }))],
      ["another audience", await signed(claims({ aud: "another" }))],
      ["another issuer", await signed(claims({ iss: "https://evil.example" }))],
      ["another type", await signed(claims(), { typ: "at+jwt" })],
      ["unsigned", `${encoded({ alg: "none", typ: "logout+jwt" })}.${encoded(claims())}.`],
      ["signed with the client's secret", await signedByClient(claims())],
      ["nonsense", "a.b.c"],
      ["empty", ""],
    ];
    for (const [what, logout_token] of wrong)
      expect([what, (await tell({ logout_token })).status]).toEqual([what, 400]);
    expect((await tell({})).status).toBe(400);
    expect((await tell({ logout_token: "x".repeat(100_000) })).status).toBe(400);
    const json = await raw(product.port, "/api/auth/backchannel-logout", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ logout_token: await signed(claims()) }),
    });
    expect(json.status).toBe(400);
    expect((await raw(product.port, "/api/auth/backchannel-logout")).status).toBe(405);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test("[AU-08] accepts a provider's new key immediately after rotation", async () => {
    const { cookie } = await signedIn("eve");
    const fresh = await signingKey("2");
    product.provider.fault = (request, response) => {
      if (request.url !== "/jwks") return false;
      const { d: _, p: __, q: ___, dp: ____, dq: _____, qi: ______, ...open } = fresh;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ keys: [open] }));
      return true;
    };
    const responses: number[] = [];
    await expect
      .poll(async () => {
        responses.push((await tell({ logout_token: await signed(claims(), { kid: "2" }, fresh) })).status);
        return responses.at(-1);
      })
      .toBe(200);
    product.provider.fault = undefined;
    expect(await isSignedIn(cookie)).toBe(false);
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  function signedByClient(payload: Record<string, unknown>): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "logout+jwt" })
      .sign(new TextEncoder().encode(client.secret));
  }
});
