import { afterAll, beforeAll, expect, test } from "vitest";
import { answerJson, startFakeApi } from "./fake-api";
import { cookiesOf, own, raw, signIn } from "./raw-http";
import { startWebWithFakeApi, type WebWithFakeApi } from "./web";

let web: WebWithFakeApi;
let cookie: string;

beforeAll(async () => {
  web = await startWebWithFakeApi();
  cookie = cookiesOf(await signIn(web.port, "", { userName: "ada", password: "right" }));
  await web.api.stop();
});
afterAll(() => web.stop());

test("[ER-02] responds to calls with 503 and Retry-After", async () => {
  const calls = [
    raw(web.port, "/api/user", { headers: { ...own, cookie } }),
    signIn(web.port, "", { userName: "ada", password: "right" }),
  ];
  for (const response of await Promise.all(calls)) {
    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toMatch(/^\d+$/);
    expect(response.json).toMatchObject({ status: 503, code: "unavailable" });
  }
});

test("[ER-02] [PR-02] what the web process answers by itself is in the caller's language, with a title and a message", async () => {
  const ask = async (headers: Record<string, string>, path = "/api/user") =>
    (await raw(web.port, path, { headers: { ...own, cookie, ...headers } })).json as Record<string, string>;
  expect((await ask({ lang: "de" })).message).toBe(
    "Der Server ist im Moment nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.",
  );
  expect((await ask({ "accept-language": "fr, pl;q=0.5" })).message).toMatch(/^Serwer jest/);
  expect((await ask({ cookie: `${cookie}; lang=sr`, "accept-language": "de" })).message).toMatch(
    /^Server trenutno/,
  );
  expect((await ask({ cookie: `${cookie}; lang=sr`, lang: "xx" })).message).toMatch(/^The server is/);
  expect(await ask({ lang: "pl" }, "/api/nowhere")).toMatchObject({
    code: "notFound",
    title: "Nie znaleziono rekordu",
    message: expect.stringMatching(/adres/),
  });
});

test("[ER-02] a page says so with 503, in the visitor's language, and keeps the session", async () => {
  const page = await raw(web.port, "/users", { headers: { cookie, "accept-language": "de" } });
  expect(page.status).toBe(503);
  expect(page.headers["retry-after"]).toMatch(/^\d+$/);
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect(page.text).toContain('<html lang="de"');
  expect(page.text).toContain("Der Server ist nicht erreichbar");
});

test("[AU-08] sign-out still removes the cookie, and reports that the session was not ended at the API", async () => {
  const response = await raw(web.port, "/api/auth/sign-out", {
    method: "POST",
    headers: { ...own, cookie },
  });
  expect(response.status).toBe(503);
  expect(response.headers["set-cookie"]?.[0]).toMatch(/Max-Age=0/);
});

test("[CF-05] the process is alive but not ready, until the API is reachable and ready", async () => {
  const health = await raw(web.port, "/health");
  const ready = await raw(web.port, "/ready");
  expect([health.status, ready.status]).toEqual([200, 503]);
  expect(ready.headers["retry-after"]).toMatch(/^\d+$/);
  expect(ready.json).toEqual({ status: "unavailable", api: false, sessionStore: true });

  const api = await startFakeApi(Number(new URL(web.api.address).port));
  api.behave("/ready", (_, response) => answerJson(response, 503, {}));
  await expect
    .poll(async () => [(await raw(web.port, "/ready")).status, api.received.length > 0])
    .toEqual([503, true]);
  api.behave("/ready", (_, response) => answerJson(response, 200, {}));
  await expect.poll(async () => (await raw(web.port, "/ready")).status).toBe(200);
  await api.stop();
});

test("[CF-05] a process without its session store is not ready", async () => {
  const away = await startWebWithFakeApi({ SESSION_STORE_URL: "postgres://nobody@127.0.0.1:1/nowhere" });
  const ready = await raw(away.port, "/ready");
  expect([ready.status, ready.json]).toEqual([
    503,
    { status: "unavailable", api: true, sessionStore: false },
  ]);
  expect((await raw(away.port, "/health")).status).toBe(200);
  await away.stop();
});
