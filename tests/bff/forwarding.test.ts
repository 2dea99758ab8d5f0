import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contract";
import { answerJson } from "./fake-api";
import { cookiesOf, own, raw, rawBytes, signIn } from "./raw-http";
import { startWebWithFakeApi, type WebWithFakeApi } from "./web";

let web: WebWithFakeApi;
let cookie: string;

beforeAll(async () => {
  web = await startWebWithFakeApi();
  cookie = cookiesOf(await signIn(web.port, "", { userName: "ada", password: "right" }));
});
afterAll(() => web.stop());

const call = (path: string, options: Parameters<typeof raw>[2] = {}) =>
  raw(web.port, path, { ...options, headers: { ...own, cookie, ...options.headers } });

/** Makes a call and returns the request that reached the API. */
async function reached(path: string, options: Parameters<typeof raw>[2] = {}) {
  web.api.received.length = 0;
  const response = await call(path, options);
  return { response, received: [...web.api.received] };
}

describe("permission to call", () => {
  test.each([
    [{}],
    [{ "x-csrf": "0" }],
    [{ ...own, "sec-fetch-site": "cross-site" }],
    [{ ...own, "sec-fetch-site": "same-site" }],
  ])("[AU-02] refuses a request with %o, not from our pages: 403, including GETs", async (headers) => {
    web.api.received.length = 0;
    const calls = [
      raw(web.port, "/api/users", { headers: { cookie, ...headers } }),
      raw(web.port, "/api/users/create", { headers: { cookie, ...headers }, body: "{}" }),
      raw(web.port, "/api/auth/sign-in", { headers: { ...headers }, body: "{}" }),
      raw(web.port, "/api/auth/sign-out", { headers: { cookie, ...headers }, method: "POST" }),
    ];
    for (const response of await Promise.all(calls)) {
      expect(response.status).toBe(403);
      expect(response.json).toMatchObject({ status: 403, code: "crossSite" });
    }
    expect(web.api.received).toEqual([]);
  });

  test("[AM-02] serves files to plain links of our own pages only, those of a share from anywhere", async () => {
    web.api.received.length = 0;
    const isForeign = async (path: string, site: string) =>
      String(
        (await raw(web.port, path, { headers: { cookie, "sec-fetch-site": site } })).text.includes(
          "crossSite",
        ),
      );
    for (const path of ["/api/attachments/7/download", "/api/attachments/7/download/2"]) {
      expect(await isForeign(path, "same-origin")).toBe("false");
      expect(await isForeign(path, "none")).toBe("false");
      expect(await isForeign(path, "cross-site")).toBe("true");
      expect(await isForeign(path, "same-site")).toBe("true");
    }
    expect(await isForeign("/api/downloads/key", "cross-site")).toBe("false");
    expect(await isForeign("/api/downloads/key/file", "cross-site")).toBe("true");
    expect(web.api.received.map(({ path }) => path)).toHaveLength(5);
  });

  test("[AM-02] serves linked files to navigation only, not to pictures, styles or frames", async () => {
    web.api.received.length = 0;
    const linked = allEndpoints.filter(({ navigable }) => navigable);
    expect(linked.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/attachments/:attachmentId/download", "/downloads/:shareKey"]),
    );
    // Fetching an embedded file must not change anything.
    expect(allEndpoints.filter(({ embeddable, writes }) => embeddable && writes)).toEqual([]);
    const site = { "sec-fetch-site": "same-origin" };
    for (const { path } of linked) {
      const address = `/api${path.replace(/:\w+/g, "7")}`;
      const statusFor = async (headers: Record<string, string>) =>
        (await raw(web.port, address, { headers: { cookie, ...site, ...own, ...headers } })).status;
      for (const kind of [
        "image",
        "style",
        "script",
        "font",
        "iframe",
        "object",
        "video",
        "serviceworker",
        "",
      ])
        expect([path, kind, await statusFor({ "sec-fetch-dest": kind })]).toEqual([path, kind, 403]);
      expect(web.api.received).toEqual([]);
      const followed: Record<string, string>[] = [
        {},
        { "sec-fetch-dest": "document" },
        { "sec-fetch-dest": "empty" },
      ];
      for (const headers of followed) expect([path, await statusFor(headers)]).not.toEqual([path, 403]);
      expect(web.api.received.splice(0)).toHaveLength(3);
    }
  });

  test("[US-05] refuses writing calls from other sites, including GETs", async () => {
    web.api.received.length = 0;
    const changing = allEndpoints.filter(
      ({ method, writes, browser, navigable }) =>
        browser !== false && !navigable && (method !== "GET" || writes),
    );
    expect(changing.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(["GET /user/create-api-key", "GET /users/:userId/create-api-key"]),
    );
    for (const { method, path } of changing) {
      const address = `/api${path.replace(/:\w+/g, "00000000-0000-4000-8000-00000000dead")}`;
      for (const headers of [{}, { ...own, "sec-fetch-site": "cross-site" }])
        for (const target of [address, `${address}/`]) {
          const response = await raw(web.port, target, { method, headers: { cookie, ...headers } });
          expect([method, target, response.status]).toEqual([method, target, 403]);
        }
    }
    expect(web.api.received).toEqual([]);
  });

  test("[AU-02] accepts calls of our own pages", async () => {
    const { response, received } = await reached("/api/users?page=1&pageLimit=10", {
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(response.status).toBe(200);
    expect(received[0]).toMatchObject({ method: "GET", path: "/users?page=1&pageLimit=10" });
  });
});

describe("available calls", () => {
  test("[BE-03] ignores a trailing slash in a path", async () => {
    const { response, received } = await reached("/api/users/?page=1");
    expect(response.status).toBe(200);
    expect(received.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/users\/?\?page=1$/)]);
  });

  test.each([
    "/api/nothing",
    "/api/auth",
    "/api/auth/session",
    "/api/users//",
    "/api//users",
    "/api/users/1/unknown",
    "/api/metrics",
    "/api/health",
    "/api/openapi.json",
    "/x/api/users",
  ])("[BE-03] %s is not in the contract: 404, without a call of the API", async (path) => {
    const { response, received } = await reached(path);
    expect(response.status).toBe(404);
    expect(received).toEqual([]);
  });

  test("[BE-03] responds with 405 to a method that the path does not have", async () => {
    const { response, received } = await reached("/api/users", { method: "PUT" });
    expect(response.status).toBe(405);
    expect(response.headers.allow?.split(", ").sort()).toEqual(["DELETE", "GET", "PATCH"]);
    expect(received).toEqual([]);
  });

  test.each([
    "/api/users/%2f%2fevil.example",
    "/api/users/%2F..%2Fmetrics",
    "/api/users/%5c%5cevil.example",
    "/api/users\\1",
    "/api/users/../roles",
    "/api/users/./1",
    "/api/users/%2e%2e/roles",
    "/api/users/.%2E/roles",
    "/api/users/%00",
    "/api/users/1%0d%0aX:%201",
    "/api/users/%252fx",
    "/api/users/%",
    "/api/users/%zz",
    "/api/users/%c3%28",
  ])("[BE-03] %s is ambiguous between servers: 400", async (path) => {
    const { response, received } = await reached(path);
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({ status: 400, code: "badPath" });
    expect(received).toEqual([]);
  });
});

describe("headers", () => {
  test("[ER-01] sends Accept, Lang, Timezone, Idempotency-Key and the session's token, and no forged headers", async () => {
    const { received } = await reached("/api/users", {
      headers: {
        accept: "application/json",
        lang: "de",
        timezone: "Europe/Berlin",
        "idempotency-key": "once",
        authorization: "Basic Zm9yZ2Vk",
        connection: "close, x-secret",
        "proxy-authorization": "x",
        forwarded: "for=1.2.3.4",
        "x-forwarded-for": "1.2.3.4",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        "x-hub-address": "1.2.3.4",
        "x-hub-tenant": "other",
        "x-real-ip": "1.2.3.4",
        "x-tenant": "other",
        te: "trailers",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      },
    });
    const headers = received[0]?.headers ?? {};
    const token = Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64").toString();
    expect(token).toMatch(/^ada:secret-\d+$/);
    expect(headers).toMatchObject({
      accept: "application/json",
      lang: "de",
      timezone: "Europe/Berlin",
      "idempotency-key": "once",
    });
    expect(headers["x-forwarded-for"]).toMatch(/^(?:127\.0\.0\.1|::1)$/);
    expect(headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    // Its own span of the caller's trace.
    expect(headers.traceparent).toMatch(
      /^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[\da-f]{16}-00$/,
    );
    const named = ["accept", "lang", "timezone", "idempotency-key"];
    const known = [...named, "authorization", "traceparent", "x-forwarded-for", "x-request-id"];
    const transport = ["accept-encoding", "connection", "host"];
    expect(Object.keys(headers).filter((name) => ![...known, ...transport].includes(name))).toEqual([]);
    expect(headers.cookie).toBeUndefined();
  });

  test("[ER-01] returns only known headers of the API, with no-store", async () => {
    web.api.behave("/users/headers", (_, response) =>
      answerJson(
        response,
        200,
        {},
        { "set-cookie": "a=b", server: "x", "x-powered-by": "x", etag: '"1"', "x-permissions": "3f" },
      ),
    );
    const { headers } = await call("/api/users/headers");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      etag: '"1"',
      "x-permissions": "3f",
    });
    for (const name of ["set-cookie", "server", "x-powered-by"]) expect(headers[name]).toBeUndefined();
  });

  test("[AT-04] browsers cache small pictures forever, and revalidate viewed files", async () => {
    const keptAs = async (path: string, status = 200) => {
      web.api.behave(path, (_, response) => answerJson(response, status, {}, { etag: '"1"' }));
      return (await call(`/api${path}`)).headers["cache-control"];
    };
    expect(await keptAs("/attachments/7/thumbnail/a.png/1")).toBe("private, max-age=31536000, immutable");
    for (const form of ["original", "stream"]) {
      expect(await keptAs(`/attachments/7/${form}/a.png/1`)).toBe("private, no-cache");
      expect(await keptAs(`/attachments/7/${form}/a.png/2`, 206)).toBe("private, no-cache");
      expect(await keptAs(`/attachments/7/${form}/a.png/3`, 403)).toBe("no-store");
    }
    expect(await keptAs("/attachments/7/download")).toBe("no-store");
  });

  test("[AM-03] redirects a failed share link to a page with the reason", async () => {
    const linkTo = (path: string, accept: string) => raw(web.port, `/api${path}`, { headers: { accept } });
    for (const status of [403, 404, 429]) {
      web.api.behave("/downloads/a-Key_7", (_, response) => answerJson(response, status, {}));
      const followed = await linkTo("/downloads/a-Key_7?ticket=x", "text/html,*/*");
      expect([followed.status, followed.headers.location]).toEqual([303, "/share/a-Key_7"]);
      expect((await linkTo("/downloads/a-Key_7", "*/*")).status).toBe(status);
    }
    web.api.behave("/attachments/7/download", (_, response) => answerJson(response, 404, {}));
    const own = await call("/api/attachments/7/download", { headers: { accept: "text/html" } });
    expect(own.status).toBe(404);
  });

  test("[BE-03] neither follows nor forwards a redirect of the API", async () => {
    web.api.behave("/users/redirect", (_, response) => {
      response.writeHead(302, { location: "http://evil.example/" });
      response.end();
    });
    const { response, received } = await reached("/api/users/redirect");
    expect(response.status).toBe(502);
    expect(response.headers.location).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  test("[CF-03] a forged Host or an absolute target does not change the target of a call", async () => {
    const { response } = await reached("/api/users", { headers: { host: "evil.example" } });
    expect(response.status).toBe(200);
    web.api.received.length = 0;
    const text = await rawBytes(
      web.port,
      `GET http://evil.example/api/users HTTP/1.1\r\nHost: evil.example\r\nX-CSRF: 1\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(web.api.received[0]?.headers.host).toBe(new URL(web.api.address).host);
    expect(text).not.toContain("evil.example");
  });

  test("[AU-03] builds no address from a forged Host", async () => {
    const response = await raw(web.port, "/Users", {
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    expect(response.headers.location).toBe("/users");
    const signedOut = await raw(web.port, "/users", { headers: { host: "evil.example" } });
    expect(signedOut.headers.location).toBe("/login?callbackUrl=%2Fusers");
  });
});
