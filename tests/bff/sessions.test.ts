import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerJson } from "./fake-api";
import { cookiesOf, own, raw, signIn } from "./raw-http";
import { startWebWithFakeApi, type WebWithFakeApi } from "./web";

const right = { userName: "ada", password: "right" };

function user(port: number, prefix: string, cookie: string) {
  return raw(port, `${prefix}/api/user`, { headers: { ...own, cookie } });
}

describe("at the root", () => {
  let web: WebWithFakeApi;
  beforeAll(async () => {
    web = await startWebWithFakeApi();
  });
  afterAll(() => web.stop());

  test("[AU-02] the token is only in an encrypted httpOnly cookie", async () => {
    const response = await signIn(web.port, "", right);
    expect(response.status).toBe(204);
    const [cookie = "", device, ...others] = response.headers["set-cookie"] ?? [];
    expect(device).toMatch(/^hub\.device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^hub\.session=[\w.-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(cookie.length).toBeLessThan(1000);
    const page = await raw(web.port, "/", { headers: { cookie: cookiesOf(response) } });
    expect(page.status).toBe(200);
    const token = Buffer.from(
      web.api.received.at(-1)?.headers.authorization?.slice(6) ?? "",
      "base64",
    ).toString();
    expect(token).toMatch(/^ada:secret-/);
    for (const leak of [token, Buffer.from(token).toString("base64"), token.slice(4)])
      for (const text of [page.text, cookie, response.text]) expect(text).not.toContain(leak);
  });

  test("[AU-11] a passkey is sent with the step of a right password, if there is one", async () => {
    const { api, port } = web;
    api.behave("/auth", (request, response) =>
      request
        .resume()
        .once("end", () =>
          request.url === "/auth/passkey"
            ? answerJson(response, 200, { userName: "ada", secret: "secret" })
            : answerJson(response, 401, { code: "secondFactorNeeded" }, { "x-second-factor-step": "token" }),
        ),
    );
    const stepsSent = () =>
      api.received
        .filter(({ path }) => path === "/auth/passkey")
        .map(({ headers }) => headers["x-second-factor-step"]);
    expect((await signIn(port, "", { passkey: { id: "one" } })).status).toBe(204);
    const cookie = cookiesOf(await signIn(port, "", right));
    const done = await signIn(port, "", { passkey: { id: "one" } }, { cookie });
    expect(done.status).toBe(204);
    expect(stepsSent()).toEqual([undefined, "token"]);
    // The step is over with the sign-in.
    expect(done.headers["set-cookie"]).toContainEqual(expect.stringMatching(/^hub\.step=; .*Max-Age=0/));
    api.behave("/auth", api.usual);
  });

  test("[AU-02] a damaged, foreign or malformed cookie is no session, and no error", async () => {
    const [name = "", value = ""] = cookiesOf(await signIn(web.port, "", right)).split(/=([^;]*)/);
    const flipped = [0, 30, 60, Math.floor(value.length / 2), value.length - 2].map(
      (at) => value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1),
    );
    const foreign = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA";
    for (const sealed of [...flipped, foreign, "%", "a.b.c", "null", "x".repeat(4000), `${value}${value}`]) {
      const response = await user(web.port, "", `${name}=${sealed}`);
      expect(response.status).toBe(401);
      expect(response.headers["set-cookie"]).toBeUndefined();
      const page = await raw(web.port, "/users", { headers: { cookie: `${name}=${sealed}` } });
      expect(page.status).toBe(307);
      expect(page.headers["set-cookie"]?.[0]).toMatch(/^hub\.session=; Path=\/; Max-Age=0/);
    }
  });

  test("[AU-02] ignores and removes both of two session cookies", async () => {
    const real = cookiesOf(await signIn(web.port, "", right)).replace(/; hub\.device.*/, "");
    expect((await user(web.port, "", real)).status).toBe(200);
    for (const cookie of [
      `hub.session=planted; ${real}`,
      `${real}; hub.session=planted`,
      `${real}; ${real}`,
    ]) {
      web.api.received.length = 0;
      const responses = [
        await user(web.port, "", cookie),
        await raw(web.port, "/api/users/create", { headers: { ...own, cookie }, body: "{}" }),
        await raw(web.port, "/users", { headers: { cookie } }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([401, 401, 307]);
      for (const { headers } of responses)
        expect(headers["set-cookie"]).toContainEqual(
          expect.stringMatching(/^hub\.session=; Path=\/; Max-Age=0/),
        );
      expect(web.api.received.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([]);
    }
    expect((await user(web.port, "", real)).status).toBe(200);
    // Sign-out ends the real session: a copy of its cookie is invalid afterwards.
    const headers = { ...own, cookie: `hub.session=planted; ${real}` };
    const signedOut = await raw(web.port, "/api/auth/sign-out", { method: "POST", headers });
    expect(signedOut.status).toBe(204);
    expect((await user(web.port, "", real)).status).toBe(401);
  });

  test("[AU-02] each sign-in creates a new session and ends the previous one", async () => {
    const first = cookiesOf(await signIn(web.port, "", right));
    await user(web.port, "", first);
    const old = web.api.received.at(-1)?.headers.authorization;
    web.api.received.length = 0;
    const second = cookiesOf(await signIn(web.port, "", right, { cookie: first }));
    expect(second).not.toBe(first);
    expect(web.api.received).toContainEqual(
      expect.objectContaining({
        method: "DELETE",
        path: "/auth",
        headers: expect.objectContaining({ authorization: old }),
      }),
    );
  });

  test("[AU-05] a late 401 does not end a session begun since", async () => {
    const cookie = cookiesOf(await signIn(web.port, "", right));
    let answerNow: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      web.api.behave("/users/ended", (_, response) => {
        answerNow = () => answerJson(response, 401, { status: 401, code: "x", title: "" });
        resolve();
      });
    });
    const late = raw(web.port, "/api/users/ended", { headers: { ...own, cookie } });
    await arrived;
    const fresh = cookiesOf(await signIn(web.port, "", right));
    answerNow();
    const response = await late;
    expect(response.status).toBe(401);
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect((await user(web.port, "", fresh)).status).toBe(200);
  });

  test("[AU-08] sign-out revokes the secret at the API and removes the cookie", async () => {
    const cookie = cookiesOf(await signIn(web.port, "", right));
    web.api.received.length = 0;
    const response = await raw(web.port, "/api/auth/sign-out", {
      method: "POST",
      headers: { ...own, cookie },
    });
    expect(response.status).toBe(204);
    expect(response.headers["set-cookie"]?.[0]).toMatch(/^hub\.session=; .*Max-Age=0/);
    expect(web.api.received[0]).toMatchObject({ method: "DELETE", path: "/auth" });
  });

  test("[AU-08] a 401 says whether the session was ended or is missing", async () => {
    const cookie = cookiesOf(await signIn(web.port, "", right));
    const of = async (path: string, headers: Record<string, string>, body?: string) =>
      (await raw(web.port, path, { headers: { ...own, ...headers }, body })).headers["x-session-ended"];
    expect(await of("/api/user", { cookie })).toBeUndefined();
    // The API refuses the secret: it was revoked there.
    web.api.behave("/users/refused", (_, response) =>
      answerJson(response, 401, { status: 401, code: "unauthorized", title: "" }),
    );
    expect(await of("/api/users/refused", { cookie })).toBe("1");
    await raw(web.port, "/api/auth/sign-out", { method: "POST", headers: { ...own, cookie } });
    expect(await of("/api/users/refused", { cookie })).toBe("1");
    const json = { "content-type": "application/json" };
    expect(await of("/api/roles", { cookie, ...json }, "{}")).toBe("1");
    expect(await of("/api/users/refused", {})).toBeUndefined();
    expect(await of("/api/roles", json, "{}")).toBeUndefined();
  });

  test("[AU-02] sends the API the device's previous and next name", async () => {
    const first = await signIn(web.port, "", right);
    const sent = () =>
      web.api.received.findLast(({ path, method }) => path === "/auth" && method === "GET")?.headers;
    const next = sent()?.["x-device-next"];
    expect([sent()?.["x-device"], cookiesOf(first)]).toEqual([
      undefined,
      expect.stringContaining(`hub.device=${next}`),
    ]);
    const wrong = await signIn(web.port, "", { ...right, password: "wrong" }, { cookie: cookiesOf(first) });
    expect([sent()?.["x-device"], wrong.headers["set-cookie"]]).toEqual([next, undefined]);
    await signIn(web.port, "", right, { cookie: `hub.device=planted; ${cookiesOf(first)}` });
    expect(sent()?.["x-device"]).toBe(next);
    expect(sent()?.["x-device-next"]).not.toBe(next);
    // Only the sign-in sends it.
    await raw(web.port, "/api/users", {
      headers: { ...own, "x-device": "forged", cookie: cookiesOf(first) },
    });
    expect(web.api.received.at(-1)?.headers["x-device"]).toBeUndefined();
  });

  test("[AU-02] refuses bodies without a session unread: 401", async () => {
    web.api.received.length = 0;
    const headers = { ...own, "content-type": "application/json", cookie: "hub.session=forged" };
    for (const size of [2, 3_000_000]) {
      const response = await raw(web.port, "/api/users/create", { headers, body: "x".repeat(size) });
      expect([size, response.status, response.json]).toEqual([
        size,
        401,
        expect.objectContaining({ status: 401 }),
      ]);
    }
    expect(web.api.received).toEqual([]);
    // The recipient of an invitation has no session.
    await raw(web.port, "/api/invitations/some-token", { headers, body: "{}" });
    expect(web.api.received.map(({ path }) => path)).toEqual(["/invitations/some-token"]);
  });

  test("[AU-02] does not take a proxy's error for a refusal of the API", async () => {
    const other = await startWebWithFakeApi();
    for (const [status, expected] of [
      [502, 502],
      [503, 503],
      [403, 502],
    ] as const) {
      other.api.behave("/auth", (_, response) => {
        response.writeHead(status, { "content-type": "text/html" });
        response.end("<html>a proxy's page</html>");
      });
      const response = await signIn(other.port, "", right);
      expect([response.status, response.json]).toEqual([
        expected,
        expect.objectContaining({ status: expected }),
      ]);
    }
    await other.stop();
  });

  test("[AU-02] forwards refusals of the API: wrong password, too many attempts", async () => {
    const wrong = await signIn(web.port, "", { userName: "ada", password: "wrong" });
    expect(wrong.status).toBe(401);
    expect(wrong.json).toMatchObject({ code: "wrongCredentials" });
    expect(wrong.headers["set-cookie"]).toBeUndefined();
    web.api.behave("/auth", (_, response) =>
      answerJson(response, 429, { status: 429, code: "tooMany", title: "" }, { "retry-after": "60" }),
    );
    const slowed = await signIn(web.port, "", right);
    expect(slowed.status).toBe(429);
    expect(slowed.headers["retry-after"]).toBe("60");
  });

  test.each([
    ["{", 400],
    ["{}", 400],
    ['{"userName":"ada"}', 400],
    ['{"userName":["ada"],"password":"right"}', 400],
    [JSON.stringify({ userName: "ada:x", password: "right" }), 401],
    [JSON.stringify({ userName: "ada", password: "x".repeat(9000) }), 413],
  ])("[AU-02] responds to %j instead of user name and password with %d", async (body, status) => {
    const headers = { ...own, "content-type": "application/json" };
    expect((await raw(web.port, "/api/auth/sign-in", { headers, body })).status).toBe(status);
  });

  test("[AU-02] no address returns a session", async () => {
    const cookie = cookiesOf(await signIn(web.port, "", right));
    for (const path of [
      "/api/auth/session",
      "/api/auth/csrf",
      "/api/auth/token",
      "/api/session",
      "/api/session/token",
    ])
      expect((await raw(web.port, path, { headers: { ...own, cookie } })).status).toBe(404);
  });

  test("[AU-08] a copied cookie is invalid after sign-out, even while the API still knows its secret", async () => {
    web.api.behave("/auth", (incoming, response) =>
      incoming.method === "DELETE" ? answerJson(response, 503, null) : answerJson(response, 200, "a secret"),
    );
    const cookie = cookiesOf(await signIn(web.port, "", right));
    const response = await raw(web.port, "/api/auth/sign-out", {
      method: "POST",
      headers: { ...own, cookie },
    });
    expect(response.status).toBe(503);
    web.api.received.length = 0;
    await user(web.port, "", cookie);
    expect(web.api.received.at(-1)?.headers.authorization).toBeUndefined();
  });
});

describe("with tenants", () => {
  let web: WebWithFakeApi;
  beforeAll(async () => {
    web = await startWebWithFakeApi({ BASE_PATH: "/admin", MULTI_TENANCY: "on" });
  });
  afterAll(() => web.stop());

  test("[AU-10] sessions of two tenants exist in parallel, each with a cookie that is invalid at the other", async () => {
    const acme = await signIn(web.port, "/admin/acme", right);
    const other = await signIn(web.port, "/admin/other", { ...right, userName: "bob" });
    expect(acme.headers["set-cookie"]?.[0]).toMatch(/^hub\.session\.acme=.*; Path=\/admin\/acme; /);
    expect(other.headers["set-cookie"]?.[0]).toMatch(/^hub\.session\.other=.*; Path=\/admin\/other; /);
    const [atAcme, atOther] = [cookiesOf(acme), cookiesOf(other)];
    const both = `${atAcme}; ${atOther}`;
    expect((await user(web.port, "/admin/acme", both)).status).toBe(200);
    expect(tokenOf(web)).toMatch(/^ada:/);
    expect(web.api.received.at(-1)?.path).toBe("/acme/user");
    expect((await user(web.port, "/admin/other", both)).status).toBe(200);
    expect(tokenOf(web)).toMatch(/^bob:/);
    expect(web.api.received.at(-1)?.path).toBe("/other/user");

    expect((await user(web.port, "/admin/other", atAcme)).status).toBe(401);
    const renamed = atAcme.replace("hub.session.acme", "hub.session.other");
    expect((await user(web.port, "/admin/other", renamed)).status).toBe(401);
  });

  test("[CF-02] refuses calls without a tenant", async () => {
    expect((await user(web.port, "/admin", "")).status).toBe(404);
    expect((await user(web.port, "", "")).status).toBe(404);
    expect((await user(web.port, "/admin/-x-", "")).status).toBe(404);
  });
});

describe("over https", () => {
  let web: WebWithFakeApi;
  beforeAll(async () => {
    web = await startWebWithFakeApi({ PUBLIC_URL: "https://hub.example" });
  });
  afterAll(() => web.stop());

  test("[AU-02] the cookie is bound to this host and to https", async () => {
    const response = await signIn(web.port, "", right);
    expect(response.headers["set-cookie"]?.[0]).toMatch(
      /^__Host-hub\.session=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await user(web.port, "", cookiesOf(response))).status).toBe(200);
  });

  test("[CF-03] HSTS keeps browsers on https", async () => {
    for (const path of ["/login", "/api/user", "/health"])
      expect((await raw(web.port, path)).headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
  });
});

function tokenOf({ api }: WebWithFakeApi): string {
  return Buffer.from(api.received.at(-1)?.headers.authorization?.slice(6) ?? "", "base64").toString();
}
