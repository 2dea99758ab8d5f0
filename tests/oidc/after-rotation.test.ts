import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type StallableProxy, stallableProxy } from "@/backend/testing/stallable-proxy";
import { serve } from "@/lib/server/bff/serve";
import type { WebConfig } from "@/lib/server/config/config";
import { UpstreamError } from "@/lib/server/http/upstream";
import { sealForStore, sessionFrom } from "@/lib/server/session/cookie";
import { PostgresStore } from "@/lib/server/session/postgres-store";
import { type Resolved, resolveSession } from "@/lib/server/session/resolve";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { own, raw } from "../bff/raw-http";
import { type SmallProvider, type SmallProviderOptions, startSmallProvider } from "../support/small-provider";
import { configOf, cookieOf, keptByProcess, signedIn, where } from "./in-process";

let directory: string;
let database: Awaited<ReturnType<typeof startPostgres>>;
let proxy: StallableProxy;
const providers: SmallProvider[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-rotation-"));
  database = await startPostgres();
  proxy = await stallableProxy(Number(new URL(database.url).port));
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await proxy.close();
  await database.stop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => keptByProcess.forget());
afterEach(async () => {
  vi.useRealTimers();
  proxy.resume();
  await Promise.all(providers.splice(0).map((each) => each.stop()));
});

const stores = {
  memory: () => "",
  file: () => pathToFileURL(join(directory, randomUUID())).href,
  postgres: () => `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
};
type StoreKind = keyof typeof stores;

interface Person {
  config: WebConfig;
  provider: SmallProvider;
  cookie: string;
  /** Refresh tokens received since the sign-in. */
  presented: () => (string | null)[];
  call: (cookie?: string) => Promise<Resolved>;
}

/** A user with a session with an expired access token. */
async function somebody(kind: StoreKind, options: SmallProviderOptions = {}): Promise<Person> {
  const provider = await startSmallProvider({ rotates: true, alg: "ES256", ...options });
  providers.push(provider);
  const config = configOf(provider, { SESSION_STORE_URL: stores[kind]() });
  const cookie = await signedIn(config, -1);
  provider.asked.length = 0;
  return {
    config,
    provider,
    cookie,
    presented: () => provider.asked.map((form) => form.get("refresh_token")),
    call: (given = cookie) => resolveSession(config, where, given),
  };
}

const json = (response: ServerResponse, status: number, body: string, type = "application/json") =>
  response.writeHead(status, { "content-type": type }).end(body);

const keyFaults: [string, (response: ServerResponse) => void][] = [
  ["500", (response) => json(response, 500, "{}")],
  ["404", (response) => json(response, 404, "{}")],
  ["HTML", (response) => json(response, 200, "<html>maintenance</html>", "text/html")],
  ["no keys", (response) => json(response, 200, '{"keys":[]}')],
  ["nothing at all", () => undefined],
  ["a reset connection", (response) => response.socket?.resetAndDestroy()],
];

describe.each(Object.keys(stores) as StoreKind[])("with the store %s", (kind) => {
  test("[AU-04] an old cookie gets the tokens renewed since, and those renewed after that", async () => {
    const { call, presented } = await somebody(kind);
    for (const generation of [1, 2]) {
      const all = await Promise.all(Array.from({ length: 10 }, () => call()));
      expect(new Set(all.map(({ session }) => session?.oidc?.generation))).toEqual(new Set([generation]));
      expect((await call()).session?.oidc?.generation).toBe(generation);
      vi.setSystemTime(Date.now() + 301_000);
    }
    expect(new Set(presented()).size).toBe(2);
    expect(presented()).toHaveLength(2);
  });

  test.each(keyFaults)(
    "[AU-04] keeps the tokens if the keys endpoint of the provider answers %s",
    async (_, answer) => {
      const { provider, call, cookie, presented } = await somebody(kind);
      await provider.rotateKeys();
      provider.fault = (request, response) => {
        if (request.url !== "/keys") return false;
        answer(response);
        return true;
      };
      const first = await call();
      const [again, withNew] = [await call(cookie), await call(cookieOf(first.setCookies))];
      expect(first.session?.oidc?.generation).toBe(1);
      for (const next of [again, withNew]) expect(next.session?.accessToken).toBe(first.session?.accessToken);
      expect(new Set(presented()).size).toBe(presented().length);
      expect(presented()).toHaveLength(1);
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ["that has ended", { exp: 1 }],
    ["of a clock five minutes ahead", { iat: Date.now() / 1000 + 300, nbf: Date.now() / 1000 + 300 }],
    ["of a clock five minutes behind", { iat: Date.now() / 1000 - 600, exp: Date.now() / 1000 - 300 }],
    ["for several audiences", { aud: ["hub", "another"], azp: "hub" }],
  ])("[AU-04] accepts a refreshed ID token %s", async (_, idTokenClaims) => {
    const { call } = await somebody(kind, { idTokenClaims });
    expect((await call()).session?.oidc?.generation).toBe(1);
  });

  test.each<[string, Record<string, unknown>]>([
    ["somebody else", { sub: "eve" }],
    ["nobody", { sub: undefined }],
    ["another provider's", { iss: "https://evil.example" }],
    ["another client's", { aud: "another" }],
  ])("[AU-04] a refreshed ID token about %s ends that session only", async (_, idTokenClaims) => {
    const { call, cookie, provider } = await somebody(kind, { idTokenClaims });
    expect((await call()).session).toBeUndefined();
    expect(await call(cookie)).toEqual({ setCookies: [], ended: true });
    expect(provider.asked).toHaveLength(1);
  });

  test("[AU-04] an invalid refreshed ID token keeps the previous one", async () => {
    for (const id_token of ["a.b.c", "x", "a.b.c.d.e"]) {
      const { call } = await somebody(kind, { response: { id_token } });
      const { session } = await call();
      expect([session?.oidc?.generation, session?.oidc?.idToken]).toEqual([1, "of the sign-in"]);
    }
  });

  test("[AU-04] a client that disconnects during a renewal gets its new tokens later", async () => {
    const { call, presented } = await somebody(kind);
    // The response with the cookies is lost.
    await call();
    const back = await call();
    expect([back.session?.oidc?.generation, presented().length]).toEqual([1, 1]);
    if (kind === "memory") return;
    keptByProcess.forget();
    expect((await call()).session?.accessToken).toBe(back.session?.accessToken);
    expect(presented()).toHaveLength(1);
  });
});

test("[AU-04] completes the renewal of a call that is aborted while the provider is slow", async () => {
  const { config, cookie, call, presented, provider } = await somebody("memory");
  const server = createServer((request, response) => {
    const { headers, url: target = "" } = request;
    void serve({ request, response, target, headers }, { ...where, path: "/users" }, config);
  }).listen(0, "localhost");
  await once(server, "listening");
  const leaving = new AbortController();
  provider.fault = ({ url }) => {
    if (url === "/token") leaving.abort();
    return false;
  };
  const { port } = server.address() as AddressInfo;
  const left = raw(port, "/api/users", { headers: { ...own, cookie }, signal: leaving.signal });
  await expect(left).rejects.toThrow();
  expect((await call()).session?.oidc?.generation).toBe(1);
  expect(presented()).toHaveLength(1);
  server.close();
});

describe("with several processes", () => {
  const sessionOf = async ({ config, cookie }: Person) => {
    const session = await sessionFrom(config, where, cookie);
    if (!session?.oidc) throw new Error("There is no session.");
    return { ...session, oidc: session.oidc };
  };
  const soon = () => Date.now() + 60_000;
  const renewedBy = async (person: Person) => {
    const { oidc, ...session } = await sessionOf(person);
    const newer = { ...oidc, generation: 1, expires: Date.now() / 1000 + 300 };
    const sealed = await sealForStore(person.config, where, {
      ...session,
      oidc: newer,
      accessToken: "newer",
    });
    return { id: session.id, kept: { generation: 1, sealed } };
  };

  test.each<["refuses" | "hangs"]>([["refuses"], ["hangs"]])(
    "[AU-04] a database that %s right after the renewal loses no tokens, in any process",
    async (fault) => {
      const person = await somebody("postgres");
      person.provider.fault = ({ url }) => {
        if (url === "/token") fault === "hangs" ? proxy.stall() : proxy.refuse();
        return false;
      };
      await person.call().catch((error: unknown) => expect(error).toBeInstanceOf(UpstreamError));
      person.provider.fault = undefined;
      proxy.resume();
      const generation = async () => (await person.call().catch(() => undefined))?.session?.oidc?.generation;
      keptByProcess.forget();
      await expect.poll(generation).toBe(1);
      expect(person.presented()).toHaveLength(1);
    },
  );

  test("[AU-04] a process that waits for another gets its tokens", async () => {
    const person = await somebody("postgres");
    const other = new PostgresStore(stores.postgres());
    const { id, kept } = await renewedBy(person);
    expect(await other.lease(id, 30_000)).toMatchObject({ leased: true });
    const waiting = person.call();
    await other.keep(id, kept, soon());
    expect((await waiting).session?.accessToken).toBe("newer");
    expect(person.presented()).toEqual([]);
  });

  test("[AU-04] reports after a long wait that the other process got no tokens", async () => {
    const person = await somebody("postgres");
    const other = new PostgresStore(stores.postgres());
    const { id } = await sessionOf(person);
    await other.lease(id, 30_000);
    const leases = vi.spyOn(PostgresStore.prototype, "lease");
    vi.useFakeTimers({ toFake: ["Date"] });
    const waiting = person.call();
    await vi.waitUntil(() => leases.mock.calls.length > 0);
    vi.setSystemTime(Date.now() + 4_000);
    await other.release(id);
    expect((await waiting).away).toBe(true);
    vi.useRealTimers();
    leases.mockRestore();
    expect(person.presented()).toEqual([]);
    expect((await person.call()).session?.oidc?.generation).toBe(1);
  });

  test("[AU-04] takes over from a process that was killed during a renewal", async () => {
    const person = await somebody("postgres");
    const { id } = await sessionOf(person);
    await new PostgresStore(stores.postgres()).lease(id, 500);
    expect((await person.call()).session?.oidc?.generation).toBe(1);
    expect(person.presented()).toHaveLength(1);
  });

  test("[AU-04] a refresh token already used by another process does not end the session", async () => {
    const person = await somebody("postgres");
    const { id, kept } = await renewedBy(person);
    person.provider.fault = ({ url }, response) => {
      if (url !== "/token") return false;
      void new PostgresStore(stores.postgres())
        .keep(id, kept, soon())
        .then(() => json(response, 400, '{"error":"invalid_grant"}'));
      return true;
    };
    expect((await person.call()).session?.accessToken).toBe("newer");
    expect((await person.call()).session?.accessToken).toBe("newer");
  });
});
