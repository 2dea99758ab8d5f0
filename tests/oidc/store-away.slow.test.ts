import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type StallableProxy, stallableProxy } from "@/backend/testing/stallable-proxy";
import type { WebConfig } from "@/lib/server/config/config";
import { internalHeaders } from "@/lib/server/http/internal-headers";
import { PostgresStore } from "@/lib/server/session/postgres-store";
import { isSessionStoreReachable } from "@/lib/server/session/store";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { type FakeApi, startFakeApi } from "../bff/fake-api";
import { own, raw } from "../bff/raw-http";
import { type SmallProvider, startSmallProvider } from "../support/small-provider";
import { configOf, keptByProcess, signedIn, where } from "./in-process";

/** Another instance of every module, as in Next's bundle of the pages; shares the session store with the first. */
async function loadBundle() {
  vi.resetModules();
  const { serve } = await import("@/lib/server/bff/serve");
  const { renewForPage } = await import("@/lib/server/bff/renew-for-page");
  const { handleAuth } = await import("@/lib/server/session/oidc/handle");
  const { signOut } = await import("@/lib/server/session/sign-out");
  const { signIn } = await import("@/lib/server/session/sign-in");
  const { renewEarly } = await import("@/lib/server/session/renew-early");
  return { serve, renewForPage, handleAuth, signOut, signIn, renewEarly };
}
type Bundle = Awaited<ReturnType<typeof loadBundle>>;

let database: Awaited<ReturnType<typeof startPostgres>>;
let proxy: StallableProxy;
let provider: SmallProvider;
let api: FakeApi;
let config: WebConfig;
let bundles: Bundle[];

beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  keptByProcess.forget();
  [database, provider, api] = [
    await startPostgres(),
    await startSmallProvider({ alg: "ES256" }),
    await startFakeApi(),
  ];
  proxy = await stallableProxy(Number(new URL(database.url).port));
  const SESSION_STORE_URL = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
  config = configOf(provider, { SESSION_STORE_URL, API_URL: api.address });
  bundles = [await loadBundle(), await loadBundle()];
});
afterEach(() => proxy.resume());
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([provider.stop(), api.stop(), proxy.close()]);
  await database.stop();
});

function post(path: string, headers: Record<string, string>, body?: string): Request {
  return new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { ...own, ...headers, [internalHeaders.target]: path },
    body,
  });
}

interface Answer {
  status: number;
  retryAfter?: string | null;
}

async function overHttp(
  cookie: string,
  listener: Parameters<typeof createServer<never, never>>[1],
): Promise<Answer> {
  const server = createServer(listener as never).listen(0, "localhost");
  await once(server, "listening");
  const response = await raw((server.address() as AddressInfo).port, "/api/users", {
    headers: { ...own, cookie },
  });
  server.close();
  return { status: response.status, retryAfter: response.headers["retry-after"] };
}

const responseOf = async (response: Promise<Response>): Promise<Answer> => {
  const { status, headers } = await response;
  return { status, retryAfter: headers.get("retry-after") };
};

/** All requests of users and the provider in one of the bundles, with a session for each. */
const asked: Record<string, (bundle: Bundle, cookie: string) => Promise<Answer>> = {
  call: ({ serve }, cookie) =>
    overHttp(cookie, ((
      request: import("node:http").IncomingMessage,
      response: import("node:http").ServerResponse,
    ) => {
      const exchange = { request, response, target: "/api/users", headers: request.headers };
      return serve(exchange, { ...where, path: "/users" }, config);
    }) as never),
  page: ({ renewForPage }, cookie) =>
    overHttp(cookie, (async (
      request: import("node:http").IncomingMessage,
      response: import("node:http").ServerResponse,
    ) => {
      request.url = "/users";
      await renewForPage(request, response, config);
      const isAway = request.headers[internalHeaders.away] !== undefined;
      response.writeHead(isAway ? 503 : 200, isAway ? { "retry-after": "5" } : {}).end();
    }) as never),
  "early renewal": ({ renewEarly }, cookie) =>
    responseOf(renewEarly(post("/api/auth/renew", { cookie }), config)),
  "sign-out": ({ signOut }, cookie) => responseOf(signOut(post("/api/auth/sign-out", { cookie }), config)),
  "logout by the provider": async ({ handleAuth }) => {
    const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: "eve" }) }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return responseOf(handleAuth(post("/api/auth/backchannel-logout", headers, body), config));
  },
  "sign-in": async ({ signIn }) => {
    const basic = { ...config, authMode: "basic" as const, oidc: undefined };
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ userName: "ada", password: "right" });
    return responseOf(signIn(post("/api/auth/sign-in", headers, body), basic));
  },
};

test.each<["refuses" | "hangs"]>([["refuses"], ["hangs"]])(
  "[AU-04] while the session database %s all is 503 with Retry-After, soon, until it is back",
  async (fault) => {
    const cookies = await Promise.all(
      Object.keys(asked).flatMap(() => bundles.map(() => signedIn(config, 300))),
    );
    const [leaving, staying] = [await signedIn(config, 300), await signedIn(config, 300)];
    const askAll = () => {
      const left = [...cookies];
      return Promise.all(
        Object.entries(asked).flatMap(([name, ask]) =>
          bundles.map(async (bundle) => [name, await ask(bundle, left.pop() ?? "")] as const),
        ),
      );
    };
    const works = async () => (await askAll()).every(([, { status }]) => status < 300);
    await expect.poll(works).toBe(true);
    fault === "hangs" ? proxy.stall() : proxy.refuse();
    // Until the process notices, it relies on the ended sessions it knows.
    await expect
      .poll(async () => (await asked.call?.(bundles[0] as Bundle, cookies[0] ?? ""))?.status)
      .toBe(503);
    const begun = performance.now();
    const away = await askAll();
    for (const [name, response] of away)
      expect([name, response.status, response.retryAfter]).toEqual([
        name,
        503,
        expect.stringMatching(/^\d+$/),
      ]);
    expect((performance.now() - begun) / 1000).toBeLessThan(6);
    expect(await isSessionStoreReachable(config)).toBe(false);
    expect((await asked["sign-out"]?.(bundles[0] as Bundle, leaving))?.status).toBe(503);
    const begin = await bundles[0]?.handleAuth(
      new Request("http://localhost/api/auth/sign-in/oidc", {
        headers: { [internalHeaders.target]: "/api/auth/sign-in/oidc" },
      }),
      config,
    );
    expect(begin?.headers.get("location")).toBe("/login?callbackUrl=%2F&error=apiAway");
    proxy.resume();
    await expect.poll(async () => (await asked["sign-in"]?.(bundles[1] as Bundle, ""))?.status).toBe(204);
    await expect.poll(() => isSessionStoreReachable(config)).toBe(true);
    // The user got a warning at sign-out, and is signed out for all processes.
    keptByProcess.forget();
    const call = (cookie: string) => asked.call?.(bundles[0] as Bundle, cookie).then(({ status }) => status);
    await expect.poll(() => call(leaving)).toBe(401);
    expect(await call(staying)).toBe(200);
  },
);

test("[AU-04] [AU-08] a failed end of a session is retried without another query, while its process still listens", async () => {
  const store = new PostgresStore(database.url);
  const until = Date.now() + 60_000;
  await store.end(["before"], until);
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise sqlstate '57P03'; end $$;
    create trigger refuse before insert on hub_web.ended for each row execute function refuse()`);
  await expect(store.end(["leaving"], until)).rejects.toThrow("unavailable");
  await admin.query("drop trigger refuse on hub_web.ended; drop function refuse");
  const written = async () => {
    const { rows } = await admin.query("select 1 from hub_web.ended where name = 'leaving'");
    return rows.length;
  };
  await expect.poll(written).toBe(1);
  await admin.end();
});
