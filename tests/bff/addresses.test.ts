import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookiesOf, own, raw, rawBytes, signIn } from "./raw-http";
import { startWebWithFakeApi, type WebWithFakeApi } from "./web";

const right = { userName: "ada", password: "right" };

const started = new Map<string, Promise<WebWithFakeApi>>();

/** A web process with these settings, shared by all tests with the same ones. */
function webWith(settings: Record<string, string>): Promise<WebWithFakeApi> {
  const key = JSON.stringify(settings);
  const web = started.get(key) ?? startWebWithFakeApi(settings);
  started.set(key, web);
  return web;
}
afterAll(async () => {
  for (const web of started.values()) await (await web).stop();
});

interface Instance {
  name: string;
  settings: Record<string, string>;
  prefix: string;
}

describe.each<Instance>([
  { name: "at the root", settings: {}, prefix: "" },
  { name: "under a base path", settings: { BASE_PATH: "/admin" }, prefix: "/admin" },
  {
    name: "under base path and tenant",
    settings: { BASE_PATH: "/admin", MULTI_TENANCY: "on" },
    prefix: "/admin/acme",
  },
  {
    name: "with a tenant pattern of its own",
    settings: { MULTI_TENANCY: "on", TENANT_PATH_PATTERN: "/t/{tenant}" },
    prefix: "/t/acme",
  },
])("$name", ({ settings, prefix }) => {
  let web: WebWithFakeApi;
  let cookie: string;
  beforeAll(async () => {
    web = await webWith(settings);
    cookie = cookiesOf(await signIn(web.port, prefix, right));
  });

  test("[AU-03] redirects a visitor to sign-in, which keeps the requested address", async () => {
    const response = await raw(web.port, `${prefix}/users/1?tab=roles`);
    expect(response.status).toBe(307);
    const asked = encodeURIComponent(`${prefix}/users/1?tab=roles`);
    expect(response.headers.location).toBe(`${prefix}/login?callbackUrl=${asked}`);
    const start = await raw(web.port, prefix || "/");
    expect(start.headers.location).toBe(`${prefix}/login`);
  });

  test("[CF-01] serves the sign-in page and everything it loads below the prefix", async () => {
    const page = await raw(web.port, `${prefix}/login`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("__ASSET_BASE__");
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg))"/g)].map(
      ([, path = ""]) => path,
    );
    expect(assets.length).toBeGreaterThan(3);
    const base = settings.BASE_PATH ?? "";
    for (const path of new Set(assets)) {
      expect(path.startsWith(`${base}/`)).toBe(true);
      const asset = await raw(web.port, path);
      expect(asset.status, path).toBe(200);
      expect(asset.headers["content-type"], path).toMatch(/javascript|css|svg/);
    }
  });

  test("[AU-03] redirects a signed-in user from the sign-in page, to our own addresses only", async () => {
    const go = async (callbackUrl: string) =>
      (
        await raw(web.port, `${prefix}/login?${new URLSearchParams({ callbackUrl })}`, {
          headers: { cookie },
        })
      ).headers.location;
    expect(await go(`${prefix}/users?page=2`)).toBe(`${prefix}/users?page=2`);
    expect(await go("/users?page=2")).toBe(`${prefix}/users?page=2`);
    for (const evil of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "/%",
    ])
      expect(await go(evil), evil).toMatch(new RegExp(`^${prefix}/(?:%)?$`));
  });

  test("[CF-01] serves the home page with and without a trailing slash, with data in the first response", async () => {
    for (const path of new Set([prefix || "/", `${prefix}/`])) {
      const response = await raw(web.port, path, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect(response.text).toContain("Lovelace");
    }
  });

  test("[RT-01] lower-cases the view's name in the address, but not ids", async () => {
    const response = await raw(web.port, `${prefix}/Users/AbC?tab=Roles`, { headers: { cookie } });
    expect(response.status).toBe(308);
    expect(response.headers.location).toBe(`${prefix}/users/AbC?tab=Roles`);
    const uuid = "0192F0E0-0000-7000-8000-00000000000A";
    const lower = await raw(web.port, `${prefix}/users/${uuid}`, { headers: { cookie } });
    expect(lower.headers.location).toBe(`${prefix}/users/${uuid.toLowerCase()}`);
  });

  test("[CF-01] serves health and readiness at the root and below the base path", async () => {
    const base = settings.BASE_PATH ?? "";
    for (const path of ["/health", "/ready", `${base}/health`, `${base}/ready`])
      expect((await raw(web.port, path)).status, path).toBe(200);
  });

  test("[PR-03] the first response has language and theme", async () => {
    const page = await raw(web.port, `${prefix}/login`, { headers: { cookie: "lang=pl; theme=dark" } });
    expect(page.text).toContain('<html lang="pl" data-theme="dark"');
    const nonsense = await raw(web.port, `${prefix}/login`, {
      headers: { cookie: 'lang="><script>; theme="><script>', "accept-language": "sr;q=0.9, de;q=0.8" },
    });
    expect(nonsense.text).toContain('<html lang="sr" data-theme="auto"');
  });

  test("[PR-02] serves the messages of each language", async () => {
    for (const language of ["en", "de", "pl", "sr"])
      expect((await raw(web.port, `${prefix}/api/messages/${language}`)).json).toHaveProperty("common");
    expect((await raw(web.port, `${prefix}/api/messages/xx`)).status).toBe(404);
  });

  test("[PR-02] browsers cache messages of this build, and not those requested by a page of another", async () => {
    const { headers } = await raw(web.port, `${prefix}/api/messages/en`);
    const keptWith = async (build: unknown) =>
      (await raw(web.port, `${prefix}/api/messages/en?build=${build}`)).headers["cache-control"];
    expect(await keptWith(headers["x-build-id"])).toContain("immutable");
    expect(await keptWith("another")).not.toContain("immutable");
  });

  test("[RT-04] an invalid address is a page for users and an error for programs", async () => {
    const visit = { cookie, accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    for (const path of [
      "/users/%FF",
      "/users/%00",
      "/%E0%A4%A",
      "/users/a%2fb",
      "/users/%0d%0aset-cookie:a=b",
      "/%",
    ]) {
      const page = await raw(web.port, `${prefix}${path}`, { headers: visit });
      expect([path, page.status, page.headers["content-type"]]).toEqual([
        path,
        400,
        "text/html; charset=utf-8",
      ]);
      expect(page.headers["set-cookie"] ?? []).toEqual([]);
      const response = await raw(web.port, `${prefix}${path}`, { headers: { ...visit, accept: "*/*" } });
      expect([path, response.status, response.json]).toEqual([
        path,
        400,
        expect.objectContaining({ code: "badPath" }),
      ]);
      const call = await raw(web.port, `${prefix}/api${path}`, { headers: { ...own, ...visit } });
      expect([path, call.status]).toEqual([path, 400]);
    }
    const visitor = await raw(web.port, `${prefix}/users/%FF`, { headers: { accept: visit.accept } });
    expect(visitor.headers.location).toMatch(new RegExp(`^${prefix}/login\\?callbackUrl=`));
  });

  test("[AU-02] every page forbids scripts without its nonce, framing and storing", async () => {
    const responses = await Promise.all([1, 2].map(() => raw(web.port, `${prefix}/login`)));
    const policies = responses.map(({ headers }) => String(headers["content-security-policy"]));
    expect(policies[0]).not.toBe(policies[1]);
    for (const [index, { headers, text }] of responses.entries()) {
      const policy = policies[index] ?? "";
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      for (const rule of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "default-src 'self'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
      const scripts = text.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      expect(text).not.toMatch(/<[^>]+ on\w+=/);
      expect(headers).toMatchObject({
        "cache-control": expect.stringContaining("no-store"),
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "referrer-policy": "same-origin",
      });
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });
});

describe("requests that are not page visits", () => {
  let web: WebWithFakeApi;
  let cookie: string;
  beforeAll(async () => {
    web = await webWith({});
    cookie = cookiesOf(await signIn(web.port, "", right));
  });

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "POST"])(
    "[CF-01] a page does not accept %s: 405, signed in or not",
    async (method) => {
      for (const path of ["/", "/users", "/login", "/invitation/x", "/unknown", "/_next/static/x.js"])
        for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
          const response = await raw(web.port, path, {
            method,
            headers: { ...headers, "content-length": "0" },
          });
          expect([path, response.status, response.headers.allow]).toEqual([path, 405, "GET, HEAD"]);
        }
    },
  );

  test("[CF-01] no page accepts requests that resemble Next's internal calls", async () => {
    const calls: [Record<string, string>, string][] = [
      [{ "next-action": "7f00", "content-type": "text/plain" }, "[]"],
      [{ "next-action": "7f00", "content-type": "application/x-www-form-urlencoded" }, "a=b"],
      [{ "content-type": "multipart/form-data; boundary=x" }, "--x\r\n"],
      [{ "content-type": "multipart/form-data" }, "x"],
    ];
    for (const [headers, body] of calls)
      expect([
        headers,
        (await raw(web.port, "/users", { headers: { cookie, ...headers }, body })).status,
      ]).toEqual([headers, 405]);
    // A sign-in form posted before hydration is shown again and not read.
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const posted = await raw(web.port, "/login", { headers: form, body: "userName=ada&password=right" });
    expect([posted.status, posted.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(posted.text).not.toContain('right"');
  });

  test("[CF-01] unsupported methods and targets are not server errors", async () => {
    for (const line of [
      "OPTIONS *",
      "GET *",
      "TRACE /api/auth/sign-out",
      "TRACE /api/auth/sign-in/oidc",
      "TRACE /api/users",
    ]) {
      const text = await rawBytes(
        web.port,
        `${line} HTTP/1.1\r\nHost: localhost\r\nX-CSRF: 1\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      );
      expect([line, text.split(" ")[1]]).toEqual([line, expect.stringMatching(/^40[05]$/)]);
      expect(text).not.toContain(cookie);
    }
  });

  test("[AU-02] non-pages forbid everything a page could do, including missing files", async () => {
    for (const path of [
      "/_next/none",
      "/_next/static/none.js",
      "/x/_next/none",
      "/api/none",
      "/api/user",
      "/api/auth/sign-in/oidc",
      "/api/auth/renew",
      "/api/messages/en",
    ]) {
      const response = await raw(web.port, path, { headers: { cookie, ...own, accept: "text/html" } });
      const policy = String(response.headers["content-security-policy"]);
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
      expect([path, /script-src|unsafe|nonce/.test(policy)]).toEqual([path, false]);
      expect(response.headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  test("[CF-01] does not fetch or resize pictures at a client's request", async () => {
    for (const url of [
      "/icon.svg",
      "/favicon.ico",
      `http://localhost:${web.port}/health`,
      "//evil.example/x.png",
    ]) {
      const response = await raw(web.port, `/_next/image?${new URLSearchParams({ url, w: "64", q: "75" })}`);
      expect([url, response.status]).toEqual([url, 404]);
    }
  });
});

describe("outside", () => {
  let web: WebWithFakeApi;
  beforeAll(async () => {
    web = await webWith({ BASE_PATH: "/admin", MULTI_TENANCY: "on" });
  });

  test.each(["/", "/users", "/administrator", "/acme", "/x/admin/acme", "/login"])(
    "[CF-01] %s is outside the base path: 404",
    async (path) => {
      expect((await raw(web.port, path)).status).toBe(404);
    },
  );

  test.each(["/admin", "/admin/"])("[CF-02] %s names no tenant: a 404 page asks for one", async (path) => {
    const response = await raw(web.port, path);
    expect(response.status).toBe(404);
    expect(response.text).toContain("Which organisation?");
  });

  test.each([
    ["acme", "/admin/acme"],
    [" Łódź & Sons ", "/admin/lodz-sons"],
  ])("[CF-02] redirects to the tenant %j entered on that page", async (given, address) => {
    const answer = await raw(web.port, `/admin?tenant=${encodeURIComponent(given)}`);
    expect([answer.status, answer.headers.location]).toEqual([307, address]);
  });

  test.each(["/admin?tenant=", "/admin?tenant=%2F%2F"])("[CF-02] does not redirect for %s", async (path) => {
    expect((await raw(web.port, path)).status).toBe(404);
  });

  test.each(["/admin/unknown", "/admin/unknown/login", "/admin/-x-/users"])(
    "[CF-02] %s names an unknown tenant: a 404 page says so",
    async (path) => {
      const response = await raw(web.port, path);
      expect(response.status).toBe(404);
      expect(response.text).toContain("This organisation does not exist");
    },
  );

  test("[CF-02] the field shows the name of an unknown tenant, for correction", async () => {
    const [field] =
      (await raw(web.port, "/admin/unknown/users")).text.match(/<input[^>]*name="tenant"[^>]*>/) ?? [];
    expect(field).toContain('value="unknown"');
  });

  test("[CF-02] lower-cases the tenant in the address", async () => {
    const response = await raw(web.port, "/admin/ACME/users");
    expect(response.status).toBe(308);
    expect(response.headers.location).toBe("/admin/acme/users");
  });
});
