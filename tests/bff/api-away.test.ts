import { afterAll, beforeAll, expect, test } from "vitest";
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

test("[ER-02] calls are answered with 503 and when to try again", async () => {
  const calls = [
    raw(web.port, "/api/user", { headers: { ...own, cookie } }),
    signIn(web.port, "", { userName: "ada", password: "right" }),
  ];
  for (const answer of await Promise.all(calls)) {
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
    expect(answer.json).toMatchObject({ status: 503, code: "unavailable" });
  }
});

test("[ER-02] a page says so with 503, in the visitor's language, and keeps the session", async () => {
  const page = await raw(web.port, "/users", { headers: { cookie, "accept-language": "de" } });
  expect(page.status).toBe(503);
  expect(page.headers["retry-after"]).toMatch(/^\d+$/);
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect(page.text).toContain('<html lang="de"');
  expect(page.text).toContain("Der Server ist nicht erreichbar");
});

test("[AU-08] signing out removes the cookie all the same, and says that the session could not be ended", async () => {
  const answer = await raw(web.port, "/api/session/sign-out", {
    method: "POST",
    headers: { ...own, cookie },
  });
  expect(answer.status).toBe(503);
  expect(answer.headers["set-cookie"]?.[0]).toMatch(/Max-Age=0/);
});

test("[CF-05] the process itself lives", async () => {
  expect((await raw(web.port, "/health")).status).toBe(200);
});
