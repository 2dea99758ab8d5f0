import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { WebConfig } from "@/lib/server/config/config";
import { resolveSession } from "@/lib/server/session/resolve";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { answerJson } from "../bff/fake-api";
import { own, type RawResponse, raw } from "../bff/raw-http";
import { secret } from "../bff/web";
import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { PlainBrowser } from "../support/oidc-browser";
import { type SmallProvider, startSmallProvider } from "../support/small-provider";
import { configOf, cookieOf, endAccessToken, signedIn, where } from "./in-process";
import { type OidcProduct, oidcSettings, startOidc } from "./start";

const renewals = ({ provider }: OidcProduct) =>
  provider.grants.filter((grant) => grant === "refresh_token").length;

const call = (port: number, cookie: string, path = "/api/users") =>
  raw(port, path, { headers: { ...own, cookie } });

const end = ({ provider, origin }: OidcProduct, browser: PlainBrowser) =>
  endAccessToken(configOf(provider), browser, origin);

/** Signs in; returns the cookies once the access token has expired. */
async function expired(product: OidcProduct): Promise<{ browser: PlainBrowser; cookie: string }> {
  const browser = new PlainBrowser();
  await browser.signIn(`${product.origin}/`, "ada");
  await end(product, browser);
  product.provider.grants.length = 0;
  return { browser, cookie: browser.cookiesFor(`${product.origin}/`) };
}

const statuses = (responses: readonly RawResponse[]) => [...new Set(responses.map(({ status }) => status))];

describe("one process", () => {
  let product: OidcProduct;
  beforeAll(async () => {
    product = await startOidc();
  });
  afterAll(() => product.stop());

  test("[AU-04] fifty concurrent calls on an expired access token renew it once, and all succeed", async () => {
    const { cookie } = await expired(product);
    const responses = await Promise.all(Array.from({ length: 50 }, () => call(product.port, cookie)));
    expect(statuses(responses)).toEqual([200]);
    expect(renewals(product)).toBe(1);
    // A client that still sends the old cookie gets the renewed tokens.
    expect((await call(product.port, cookie)).status).toBe(200);
    expect(renewals(product)).toBe(1);
  });

  test("[AU-04] a renewed session continues with its new cookie, repeatedly", async () => {
    const { browser } = await expired(product);
    for (let round = 1; round <= 3; round += 1) {
      const response = await browser.ask(`${product.origin}/api/users`, { headers: own });
      expect([round, response.status, renewals(product)]).toEqual([round, 200, round]);
      expect(response.headers["set-cookie"]?.length).toBeGreaterThan(0);
      await end(product, browser);
    }
  });

  test("[AU-04] a page requested with an expired access token gets a renewed one", async () => {
    const { browser } = await expired(product);
    const page = await browser.visit(`${product.origin}/users`);
    expect([page.response?.status, page.seen.length, renewals(product)]).toEqual([200, 1, 1]);
    expect(page.response?.headers["set-cookie"]?.[0]).toMatch(/^hub\.session=/);
    expect((await browser.ask(`${product.origin}/api/users`, { headers: own })).status).toBe(200);
    expect(renewals(product)).toBe(1);
  });

  test("[AU-05] renews a token that the API refuses once, and repeats the call with its body", async () => {
    const browser = new PlainBrowser();
    await browser.signIn(`${product.origin}/`, "ada");
    const refused: string[] = [];
    product.api.behave("/roles", (request, response) => {
      const { authorization = "" } = request.headers;
      if (refused.length === 0) refused.push(authorization);
      let body = "";
      request.on("data", (part) => {
        body += part;
      });
      request.once("end", () =>
        refused.includes(authorization)
          ? answerJson(response, 401, { status: 401, code: "x", title: "" })
          : answerJson(response, 200, body),
      );
    });
    product.provider.grants.length = 0;
    const cookie = browser.cookiesFor(`${product.origin}/`);
    const headers = { ...own, cookie, "content-type": "application/json" };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        raw(product.port, "/api/roles", { headers, body: `{"n":${index}}` }),
      ),
    );
    expect(statuses(responses)).toEqual([200]);
    expect(responses.map(({ json }) => json)).toEqual(responses.map((_, index) => `{"n":${index}}`));
    expect(renewals(product)).toBe(1);
  });

  test("[AU-05] a refused refresh token ends the session: 401, without further attempts", async () => {
    const { browser, cookie } = await expired(product);
    product.provider.fault = (request, response) => {
      if (request.url !== "/token") return false;
      product.provider.grants.push("refresh_token");
      answerJson(response, 400, { error: "invalid_grant" });
      return true;
    };
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(product.port, cookie)));
    product.provider.fault = undefined;
    expect(statuses(responses)).toEqual([401]);
    expect(renewals(product)).toBe(1);
    expect((await call(product.port, cookie)).status).toBe(401);
    expect(renewals(product)).toBe(1);
    const { seen } = await browser.visit(`${product.origin}/users`, (at) =>
      at.startsWith(product.provider.issuer),
    );
    expect(seen.at(-1)).toContain("/auth?");
  });

  test.each([
    ["is down", (response: import("node:http").ServerResponse) => response.destroy()],
    ["answers 503", (response: import("node:http").ServerResponse) => answerJson(response, 503, {})],
    [
      "answers HTML",
      (response: import("node:http").ServerResponse) => {
        response.writeHead(200, { "content-type": "text/html" });
        response.end("<html>maintenance</html>");
      },
    ],
  ])(
    "[AU-04] while the provider %s no session ends: 503, and calls work once it is back",
    async (_, fault) => {
      const { browser, cookie } = await expired(product);
      product.provider.fault = (_request, response) => {
        fault(response);
        return true;
      };
      const response = await call(product.port, cookie);
      const page = await browser.visit(`${product.origin}/users`);
      product.provider.fault = undefined;
      expect([response.status, response.headers["set-cookie"]]).toEqual([503, undefined]);
      expect(response.headers["retry-after"]).toMatch(/^\d+$/);
      expect([page.response?.status, page.at]).toEqual([503, `${product.origin}/users`]);
      expect((await call(product.port, cookie)).status).toBe(200);
    },
  );

  test("[AU-04] a notified page has its session renewed in time", async () => {
    const browser = new PlainBrowser();
    await browser.signIn(`${product.origin}/`, "ada");
    // Any other call would not renew the session.
    await endAccessToken(configOf(product.provider), browser, product.origin, { left: 20 });
    product.provider.grants.length = 0;
    expect((await browser.ask(`${product.origin}/api/users`, { headers: own })).status).toBe(200);
    expect(renewals(product)).toBe(0);
    const renewed = await browser.ask(`${product.origin}/api/auth/renew`, {
      method: "POST",
      headers: own,
    });
    expect(renewed.status).toBe(204);
    expect(Number(renewed.headers["x-session-expires-in"])).toBeGreaterThan(150);
    expect(renewals(product)).toBe(1);
    expect((await browser.ask(`${product.origin}/api/auth/renew`, { method: "POST" })).status).toBe(403);
    const nobody = await raw(product.port, "/api/auth/renew", { method: "POST", headers: own });
    expect(nobody.status).toBe(401);
  });
});

describe("sessions end", () => {
  let provider: SmallProvider;
  beforeAll(async () => {
    provider = await startSmallProvider({ alg: "ES256" });
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => provider.stop());

  const secondsPass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

  /** The cookie after a call with this one; undefined once the session is over. */
  async function used(config: WebConfig, cookie: string): Promise<string | undefined> {
    const { session, setCookies } = await resolveSession(config, where, cookie);
    return session && (cookieOf(setCookies) || cookie);
  }

  test("[AU-04] an unused session expires, one in use does not", async () => {
    const config = configOf(provider, { SESSION_IDLE_SECONDS: "3" });
    const [atFirst, unused] = [await signedIn(config, 300), await signedIn(config, 300)];
    let cookie: string | undefined = atFirst;
    for (let second = 0; second < 5; second += 1) {
      secondsPass(1);
      cookie = await used(config, cookie ?? "");
      expect(cookie).toBeDefined();
      if (second < 2) expect(await used(config, unused)).toBeDefined();
    }
    expect(await used(config, unused)).toBeUndefined();
    // An unused copy expires like an unused session.
    expect(await used(config, atFirst)).toBeUndefined();
  });

  test("[AU-04] a session expires after its lifetime, even in use", async () => {
    const config = configOf(provider, { SESSION_LIFETIME_SECONDS: "3", SESSION_IDLE_SECONDS: "2" });
    const kept = [await signedIn(config, 300)];
    for (const isAlive of [true, true, false, false]) {
      secondsPass(1);
      const cookie = await used(config, kept.at(-1) ?? "");
      expect(cookie !== undefined).toBe(isAlive);
      if (cookie) kept.push(cookie);
    }
    for (const cookie of kept) expect(await used(config, cookie)).toBeUndefined();
  });
});

describe("two processes", () => {
  let product: OidcProduct;
  let port: number;
  let stop: () => Promise<void>;
  let database: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    database = await startPostgres();
    const store = { SESSION_STORE_URL: database.url };
    product = await startOidc({ settings: store });
    port = await freePort();
    const other = await startWeb({
      ...oidcSettings(product.provider),
      ...store,
      PORT: String(port),
      PUBLIC_URL: product.origin,
      API_URL: product.api.address,
      SESSION_SECRET: secret,
    });
    stop = async () => {
      await other.stop();
      await product.stop();
      await database.stop();
    };
  });
  afterAll(() => stop());

  test("[AU-04] fifty calls to two processes renew once, even if the provider takes five seconds", async () => {
    const { cookie } = await expired(product);
    product.provider.tokenDelay = 5_000;
    const ports = Array.from({ length: 50 }, (_, index) => (index % 2 ? port : product.port));
    const responses = await Promise.all(ports.map((each) => call(each, cookie)));
    product.provider.tokenDelay = 0;
    expect(statuses(responses)).toEqual([200]);
    expect(renewals(product)).toBe(1);
    for (const each of [port, product.port]) expect((await call(each, cookie)).status).toBe(200);
    expect(renewals(product)).toBeLessThanOrEqual(2);
  });

  test("[AU-08] a session ended at one process is ended at the other", async () => {
    const browser = new PlainBrowser();
    await browser.signIn(`${product.origin}/`, "ada");
    const cookie = browser.cookiesFor(`${product.origin}/`);
    expect((await call(port, cookie)).status).toBe(200);
    const signedOut = await raw(product.port, "/api/auth/sign-out", {
      method: "POST",
      headers: { ...own, cookie },
    });
    expect(signedOut.status).toBe(200);
    product.api.received.length = 0;
    for (const each of [port, product.port]) {
      await call(each, cookie);
      expect(product.api.received.at(-1)?.headers.authorization).toBeUndefined();
    }
  });

  test("[AU-08] a sign-in over a session, also one that confirms, ends it and begins another", async () => {
    const browser = new PlainBrowser();
    const address = `${product.origin}/api/auth/sign-in/oidc`;
    await browser.signIn(address, "ada");
    for (const signIn of [
      // The provider still knows the user.
      () => browser.visit(address),
      () => browser.signIn(`${address}?prompt=login`, "ada"),
    ]) {
      const before = browser.cookiesFor(`${product.origin}/`);
      expect((await signIn()).at).toBe(`${product.origin}/`);
      const after = browser.cookiesFor(`${product.origin}/`);
      expect((await call(product.port, before)).status).toBe(401);
      expect((await call(product.port, after)).status).toBe(200);
    }
  });

  test("[AU-04] an unavailable session database ends no session: 503, soon", async () => {
    const browser = new PlainBrowser();
    await browser.signIn(`${product.origin}/`, "ada");
    const cookie = browser.cookiesFor(`${product.origin}/`);
    await database.stop();
    await expect.poll(async () => (await call(port, cookie)).status, { timeout: 20_000 }).toBe(503);
    const response = await call(port, cookie);
    expect([response.headers["retry-after"], response.headers["set-cookie"]]).toEqual(["2", undefined]);
    const page = await raw(port, "/users", { headers: { cookie } });
    expect([page.status, page.headers["set-cookie"]]).toEqual([503, undefined]);
    // Nor is a user redirected to the provider only to fail afterwards.
    const coming = await new PlainBrowser().visit(`${product.origin}/users`);
    expect([coming.response?.status, new URL(coming.at).searchParams.get("error")]).toEqual([503, "apiAway"]);
    const headers = { ...own, cookie };
    for (const each of [port, product.port]) {
      const signedOut = await raw(each, "/api/auth/sign-out", { method: "POST", headers });
      const renewed = await raw(each, "/api/auth/renew", { method: "POST", headers });
      for (const { status, headers: given } of [signedOut, renewed])
        expect([status, given["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
  });
});
