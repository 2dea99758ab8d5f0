import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { resolveSession } from "@/lib/server/session/resolve";
import { answerJson, type FakeApi } from "../bff/fake-api";
import { cookiesOf, own, raw } from "../bff/raw-http";
import { startWebWithFakeApi, type WebWithFakeApi } from "../bff/web";
import { freePort } from "../support/free-port";
import { PlainBrowser } from "../support/oidc-browser";
import {
  closeServer,
  listeningServer,
  type SmallProvider,
  type SmallProviderOptions,
  startSmallProvider,
} from "../support/small-provider";
import { configOf, endAccessToken, signedIn as signedInWithoutBrowser, where } from "./in-process";
import { oidcSettings } from "./start";

interface Product {
  port: number;
  /** Prefix of its pages; empty except for one tenant of several. */
  prefix: string;
  /** Address of its pages: `http://localhost:port` and the prefix. */
  address: string;
  api: FakeApi;
  provider: SmallProvider;
  /** Expires the access token of a signed-in browser. */
  endToken(browser: PlainBrowser): Promise<void>;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** One web process for all kinds without special settings: each is the provider of another tenant. */
let shared: WebWithFakeApi;
let providers: Server;
let kinds = 0;
beforeAll(async () => {
  providers = await listeningServer();
  const { port } = providers.address() as AddressInfo;
  shared = await startWebWithFakeApi({
    MULTI_TENANCY: "on",
    ...oidcSettings({ issuer: `http://localhost:${port}/realms/{tenant}` }),
  });
});
afterAll(async () => {
  await shared.stop();
  await closeServer(providers);
});

async function start(options: SmallProviderOptions = {}): Promise<Product> {
  kinds += 1;
  const tenant = `kind-${kinds}`;
  const prefix = `/${tenant}`;
  const provider = await startSmallProvider({ ...options, path: `/realms/${tenant}`, server: providers });
  stops.push(provider.stop);
  const { port, api } = shared;
  const address = `http://localhost:${port}${prefix}`;
  const endToken = (browser: PlainBrowser) =>
    endAccessToken(configOf(provider), browser, address, { place: { prefix, tenant } });
  return { port, prefix, address, api, provider, endToken };
}

/** Starts a separate web process. */
async function startAlone(provider: SmallProvider, settings: Record<string, string> = {}): Promise<Product> {
  const port = await freePort();
  const web = await startWebWithFakeApi({ PORT: String(port), ...oidcSettings(provider), ...settings });
  stops.push(web.stop, provider.stop);
  const address = `http://localhost:${port}`;
  const endToken = (browser: PlainBrowser) => endAccessToken(configOf(provider, settings), browser, address);
  return { port, prefix: "", address, api: web.api, provider, endToken };
}

async function signedIn({ address }: Product) {
  const browser = new PlainBrowser();
  const { at, response } = await browser.visit(`${address}/users`);
  expect([at, response?.status]).toEqual([`${address}/users`, 200]);
  return browser;
}

async function failure({ address, prefix }: Product): Promise<string | null> {
  const { at, response } = await new PlainBrowser().visit(`${address}/users`);
  expect([new URL(at).pathname, response?.status]).toEqual([`${prefix}/login`, 200]);
  return new URL(at).searchParams.get("error");
}

const call = ({ port, prefix }: Product, cookie: string) =>
  raw(port, `${prefix}/api/users`, { headers: { ...own, cookie } });

/** Whether the API gets a user's token with that cookie. */
async function isSignedIn(product: Product, cookie: string): Promise<boolean> {
  product.api.received.length = 0;
  await call(product, cookie);
  return product.api.received.at(-1)?.headers.authorization !== undefined;
}

describe("users are admitted by a provider that", () => {
  test.each<[string, SmallProviderOptions]>([
    ["signs with ES256", { alg: "ES256" }],
    ["signs with PS256", { alg: "PS256" }],
    ["signs with ES512", { alg: "ES512" }],
    ["is below a path", {}],
    ["wants the secret as Basic, though it knows both ways", { clientAuthentication: "client_secret_basic" }],
    [
      "wants the secret in the form, though it knows both ways",
      { clientAuthentication: "client_secret_post" },
    ],
    [
      "wants the secret in the form and does not say so",
      {
        clientAuthentication: "client_secret_post",
        metadata: () => ({ token_endpoint_auth_methods_supported: undefined }),
      },
    ],
    [
      "takes requests from the client itself alone",
      { wantsPushed: true, clientAuthentication: "client_secret_post" },
    ],
    [
      "writes null and nothing for what it does not have",
      {
        metadata: () => ({
          end_session_endpoint: null,
          revocation_endpoint: "",
          token_endpoint_auth_methods_supported: null,
          authorization_response_iss_parameter_supported: null,
        }),
        response: { refresh_token: null, expires_in: null, scope: null },
      },
    ],
    [
      "gives no refresh token and does not say how long tokens last",
      { response: { refresh_token: undefined, expires_in: undefined } },
    ],
    [
      "writes numbers as text and types in capitals",
      { response: { expires_in: "300", token_type: "BEARER" } },
    ],
    ["gives tokens for a day", { accessTokenSeconds: 86_400 }],
    ["names its audience in a list", { idTokenClaims: { aud: ["hub"] } }],
    [
      "names further audiences, and whom it was made for",
      { idTokenClaims: { aud: ["hub", "other"], azp: "hub" } },
    ],
    ["has a clock that is 50 seconds ahead", { ahead: 50 }],
    ["has a clock that is 50 seconds behind", { ahead: -50 }],
    ["gives tokens that only it can read", { accessToken: "opaque-token-of-the-provider" }],
    [
      "tells 30 kB about people",
      { idTokenClaims: { groups: Array.from({ length: 900 }, (_, n) => `group-${n}-of-the-organisation`) } },
    ],
  ])("[AU-01] %s", async (_, options) => letsIn(await start(options)));

  test.each<[string, SmallProviderOptions, Record<string, string>]>([
    ["names itself with a slash at the end", { path: "/realms/hub", issuerEnding: "/" }, {}],
    ["knows a public client", { clientAuthentication: "none" }, { OIDC_CLIENT_SECRET: "" }],
  ])("[AU-01] %s", async (_, options, settings) =>
    letsIn(await startAlone(await startSmallProvider(options), settings)),
  );

  async function letsIn(product: Product): Promise<void> {
    const browser = await signedIn(product);
    expect(browser.cookiesFor(`${product.address}/`).length).toBeLessThan(8_000);
    const response = await browser.ask(`${product.address}/api/users`, { headers: own });
    expect(response.status).toBe(200);
    // Sign-out completes with any provider.
    const cookie = browser.cookiesFor(`${product.address}/`);
    const out = await browser.ask(`${product.address}/api/auth/sign-out`, {
      method: "POST",
      headers: own,
    });
    expect(out.status).toBe(200);
    const { at } = await browser.visit(
      `${product.address}/api/auth/sign-out/oidc`,
      (each) => !each.startsWith(product.address),
    );
    expect(at.length).toBeLessThan(8_000);
    expect(await isSignedIn(product, cookie)).toBe(false);
  }
});

describe("[AU-01] a client authenticates by its own key, with a new assertion each time", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "hub-key-"));
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** A new key, for the provider and for the client. */
  async function newKey(kind: "ec" | "rsa" | "jwk") {
    const { privateKey, publicKey } =
      kind === "rsa"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : generateKeyPairSync("ec", { namedCurve: "P-256" });
    const file = join(directory, randomUUID());
    const jwk = JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid: "1" });
    await writeFile(file, kind === "jwk" ? jwk : privateKey.export({ type: "pkcs8", format: "pem" }));
    const options: SmallProviderOptions = { clientAuthentication: "private_key_jwt", clientKey: publicKey };
    return { options, settings: { OIDC_CLIENT_SECRET: "", OIDC_CLIENT_KEY: file } };
  }

  test("to a web process", async () => {
    const { options, settings } = await newKey("ec");
    const product = await startAlone(await startSmallProvider(options), settings);
    const browser = await signedIn(product);
    await product.endToken(browser);
    expect((await browser.ask(`${product.address}/api/users`, { headers: own })).status).toBe(200);
    expect(product.provider.asked).toHaveLength(2);
  });

  test.each(["ec", "rsa", "jwk"] as const)("of the kind %s", async (kind) => {
    const { options, settings } = await newKey(kind);
    const provider = await startSmallProvider(options);
    stops.push(provider.stop);
    const config = configOf(provider, settings);
    const { session } = await resolveSession(config, where, await signedInWithoutBrowser(config, -1));
    expect(session?.oidc?.generation).toBe(1);
  });
});

const mustPush = { require_pushed_authorization_requests: true };

describe("sign-in fails with a page, by a provider that", () => {
  test.each<[string, string, SmallProviderOptions]>([
    [
      "names other audiences, and not whom it was made for",
      "untrusted",
      { idTokenClaims: { aud: ["hub", "other"] } },
    ],
    ["made the token for somebody else", "untrusted", { idTokenClaims: { azp: "other" } }],
    ["has a clock that is far behind", "untrusted", { ahead: -1_000 }],
    ["knows nobody in particular", "untrusted", { idTokenClaims: { sub: "" } }],
    ["gives no ID token", "unusable", { response: { id_token: null } }],
    [
      "takes requests from the client itself alone, and does not take them",
      "unusable",
      { metadata: (base) => ({ ...mustPush, pushed_authorization_request_endpoint: `${base}/logout` }) },
    ],
    [
      "takes requests from another client alone",
      "refused",
      { wantsPushed: true, clientAuthentication: "none" },
    ],
    ["gives tokens of another kind", "unusable", { response: { token_type: "DPoP" } }],
    ["is another one than it says", "unusable", { metadata: () => ({ issuer: "https://evil.example" }) }],
    [
      "has a token endpoint that is none",
      "unusable",
      { metadata: () => ({ token_endpoint: "javascript:alert(1)" }) },
    ],
  ])("[AU-07] %s", async (_, expected, options) => {
    expect(await failure(await start(options))).toBe(expected);
  });

  test("[AU-07] knows another secret, and is not asked repeatedly", async () => {
    const product = await startAlone(await startSmallProvider(), { OIDC_CLIENT_SECRET: "another secret" });
    expect(await failure(product)).toBe("refused");
    expect(product.provider.asked.length).toBeLessThanOrEqual(2);
  });
});

test("[AU-07] reports an unknown user to that user only, after the API got the ID token once", async () => {
  const product = await startAlone(await startSmallProvider(), { OIDC_RESOURCE: "https://api.example" });
  product.api.behave("/user", (_, response) =>
    answerJson(response, 403, { status: 403, code: "userInfoRefused", title: "" }),
  );
  expect(await failure(product)).toBe("unidentified");
  const asked = product.api.received.filter(({ path }) => path === "/user");
  const claims = asked.map(({ headers }) => decodeJwt(String(headers["x-id-token"])));
  expect(claims).toMatchObject([{ sub: "ada", aud: "hub", iss: product.provider.issuer }]);
  await raw(product.port, "/api/users", { headers: { ...own, "x-id-token": "mine" } });
  expect(product.api.received.at(-1)?.headers).not.toHaveProperty("x-id-token");
});

test("[AU-07] sends no ID token beside a large access token, and says if that alone is too large", async () => {
  const idTokenClaims = { about: "x".repeat(14 * 1024) };
  const product = await start({ accessToken: "x".repeat(30 * 1024), idTokenClaims });
  const path = `${product.prefix}/user`;
  product.api.received.length = 0;
  await signedIn(product);
  const asked = product.api.received.find((each) => each.path === path);
  expect(asked?.headers.authorization?.length).toBeGreaterThan(30 * 1024);
  expect(asked?.headers).not.toHaveProperty("x-id-token");
  product.api.behave(path, (_, response) => answerJson(response, 431, { status: 431, code: "tooLarge" }));
  expect(await failure(product)).toBe("tooLarge");
});

describe("renewal", () => {
  const renewals = ({ provider }: Product) =>
    provider.asked.filter((form) => form.get("grant_type") === "refresh_token").length;

  test.each([true, false])(
    "[AU-04] works with single-use and reusable refresh tokens (%s)",
    async (rotates) => {
      const product = await start({ rotates });
      const browser = await signedIn(product);
      for (let round = 1; round <= 3; round += 1) {
        await product.endToken(browser);
        const responses = await Promise.all(
          Array.from({ length: 5 }, () => browser.ask(`${product.address}/api/users`, { headers: own })),
        );
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
        expect(renewals(product)).toBe(round);
      }
    },
  );

  test("[AU-04] remembers the accepted method of client authentication", async () => {
    const product = await start({ clientAuthentication: "client_secret_post" });
    const browser = await signedIn(product);
    product.provider.asked.length = 0;
    await product.endToken(browser);
    await browser.ask(`${product.address}/api/users`, { headers: own });
    expect(product.provider.asked).toHaveLength(1);
  });

  test("[AU-04] [AU-05] an access token without renewal ends its session: 401, then the provider", async () => {
    const product = await start({ response: { refresh_token: undefined } });
    const browser = await signedIn(product);
    await product.endToken(browser);
    expect((await call(product, browser.cookiesFor(`${product.address}/`))).status).toBe(401);
    await signedIn(product);
  });

  test("[AU-04] accepts tokens without available provider keys: no session ends for that", async () => {
    const product = await start({ rotates: true });
    const browser = await signedIn(product);
    await product.provider.rotateKeys();
    product.provider.fault = (request, response) => {
      if (!request.url?.endsWith("/keys")) return false;
      response.destroy();
      return true;
    };
    await product.endToken(browser);
    const response = await browser.ask(`${product.address}/api/users`, { headers: own });
    product.provider.fault = undefined;
    expect([response.status, renewals(product)]).toEqual([200, 1]);
    await product.endToken(browser);
    expect((await browser.ask(`${product.address}/api/users`, { headers: own })).status).toBe(200);
  });

  test("[AU-05] refuses a body too large to buffer with new tokens, so that the client retries", async () => {
    const product = await start();
    const browser = await signedIn(product);
    let refused: string | undefined;
    product.api.behave(`${product.prefix}/users/create`, (request, response) => {
      let size = 0;
      request.on("data", (part: Buffer) => {
        size += part.length;
      });
      request.once("end", () => {
        refused ??= request.headers.authorization;
        if (request.headers.authorization === refused)
          answerJson(response, 401, { status: 401, code: "unauthorized", title: "" });
        else answerJson(response, 200, String(size));
      });
    });
    const send = (cookie: string) =>
      raw(product.port, `${product.prefix}/api/users/create`, {
        headers: { ...own, "content-type": "application/json", cookie },
        body: "x".repeat(1_500_000),
      });
    const first = await send(browser.cookiesFor(`${product.address}/`));
    expect([first.status, first.headers["x-session-renewed"]]).toEqual([401, "1"]);
    expect(first.headers["set-cookie"]?.[0]).toMatch(/^hub\.session\.kind-\d+=/);
    const again = await send(cookiesOf(first));
    expect([again.status, again.json]).toEqual([200, "1500000"]);
    expect(renewals(product)).toBe(1);
  });
});

describe("logout by the provider", () => {
  const tell = ({ port, prefix }: Pick<Product, "port" | "prefix">, logout_token: string) =>
    raw(port, `${prefix}/api/auth/backchannel-logout`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token }).toString(),
    });

  test("[AU-08] ends the named session, or all of the user without known names, and no other", async () => {
    const named = await start({ idTokenClaims: { sid: "first" } });
    const cookie = (await signedIn(named)).cookiesFor(`${named.address}/`);
    const other = await named.provider.logoutToken({ sub: "ada", sid: "second" });
    expect((await tell(named, other)).status).toBe(200);
    expect(await isSignedIn(named, cookie)).toBe(true);
    expect((await tell(named, await named.provider.logoutToken({ sub: "ada", sid: "first" }))).status).toBe(
      200,
    );
    expect(await isSignedIn(named, cookie)).toBe(false);

    const unnamed = await start();
    const without = (await signedIn(unnamed)).cookiesFor(`${unnamed.address}/`);
    await tell(unnamed, await unnamed.provider.logoutToken({ sub: "bob", sid: "x" }));
    expect(await isSignedIn(unnamed, without)).toBe(true);
    expect((await tell(unnamed, await unnamed.provider.logoutToken({ sub: "ada", sid: "y" }))).status).toBe(
      200,
    );
    expect(await isSignedIn(unnamed, without)).toBe(false);
    // Later sign-ins are not affected.
    const fresh = (await signedIn(unnamed)).cookiesFor(`${unnamed.address}/`);
    expect(await isSignedIn(unnamed, fresh)).toBe(true);
  });

  test("[AU-08] [AU-10] finds the tenant's provider if its address continues after the tenant", async () => {
    const provider = await startSmallProvider({ path: "/acme-realm" });
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const web = await startWebWithFakeApi({
      PORT: String(port),
      MULTI_TENANCY: "on",
      OIDC_REDIRECT: "shared",
      ...oidcSettings({ issuer: provider.issuer.replace("acme", "{tenant}") }),
    });
    stops.push(web.stop, provider.stop);
    const product = { port, prefix: "" };
    const browser = new PlainBrowser();
    expect((await browser.visit(`${origin}/acme/users`)).at).toBe(`${origin}/acme/users`);
    expect((await tell(product, await provider.logoutToken({ sub: "ada" }))).status).toBe(200);
    expect((await browser.visit(`${origin}/acme/users`, (at) => at.includes("/login"))).at).toContain(
      "/login",
    );
  });
});

test("[AU-01] a provider that starts after the product works at once", async () => {
  const provider = await startSmallProvider();
  provider.fault = (_, response) => {
    response.destroy();
    return true;
  };
  const product = await startAlone(provider);
  expect(await failure(product)).toBe("away");
  provider.fault = undefined;
  await signedIn(product);
});
