import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bufferedResponseTimeout } from "@/lib/server/http/response-body";
import { timeout } from "@/lib/server/http/upstream";
import { answerJson } from "./fake-api";
import { cookiesOf, own, raw, signIn } from "./raw-http";
import { startWebWithFakeApi, type WebWithFakeApi } from "./web";

let web: WebWithFakeApi;
let cookie: string;

beforeAll(async () => {
  web = await startWebWithFakeApi();
  cookie = cookiesOf(await signIn(web.port, "", { userName: "ada", password: "right" }));
});
afterAll(() => web.stop());

const call = (path: string) => raw(web.port, path, { headers: { ...own, cookie } });

test.concurrent("[ER-02] an API that stalls or trickles is a 504 within 30 s, without delaying other calls", async () => {
  web.api.behave("/users/hang", () => undefined);
  web.api.behave("/users/trickle", (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 1000);
    response.once("close", () => clearInterval(drip));
  });
  const slow = Promise.all([call("/api/users/hang"), call("/api/users/trickle")]);
  let slowAreDone = false;
  slow.then(() => {
    slowAreDone = true;
  });
  expect((await call("/api/users")).status).toBe(200);
  expect(slowAreDone).toBe(false);
  for (const response of await slow) {
    expect(response.status).toBe(504);
    expect(response.json).toMatchObject({ status: 504, code: "timeout" });
  }
  expect(Math.max(timeout, bufferedResponseTimeout)).toBeLessThan(30_000);
});

test.concurrent("[ER-02] a page and a sign-in on a trickling API end within 30 s too", async () => {
  const other = await startWebWithFakeApi();
  const signedIn = cookiesOf(await signIn(other.port, "", { userName: "ada", password: "right" }));
  for (const path of ["/user", "/auth"])
    other.api.behave(path, (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 1000);
      response.once("close", () => clearInterval(drip));
    });
  const [page, attempt] = await Promise.all([
    raw(other.port, "/users", { headers: { cookie: signedIn } }),
    signIn(other.port, "", { userName: "ada", password: "right" }),
  ]);
  expect([page.status, attempt.status]).toEqual([503, 504]);
  await other.stop();
});

test.concurrent("[ER-02] an aborted response is a 502, never half a document", async () => {
  web.api.behave("/users/reset", (incoming) => incoming.socket.destroy());
  web.api.behave("/users/broken", (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"list":');
    setImmediate(() => response.destroy());
  });
  for (const path of ["/api/users/reset", "/api/users/broken"]) {
    const response = await call(path);
    expect(response.status).toBe(502);
    expect(response.json).toMatchObject({ code: "badGateway" });
  }
});

test.concurrent.each([
  [500, "text/plain", 500, "failed"],
  [502, "text/html", 502, "badGateway"],
  [503, "text/html; charset=utf-8", 503, "unavailable"],
  [504, undefined, 504, "timeout"],
  [200, "text/html", 502, "badGateway"],
  [431, "application/json", 413, "tooLarge"],
])(
  "[ER-02] [PR-02] %i with %s from a proxy before the API becomes %i %s with a message",
  async (...given) => {
    const [status, type, expected, code] = given;
    const path = `/users/foreign-${status}-${expected}`;
    web.api.behave(path, (_, response) => {
      response.writeHead(status, type ? { "content-type": type } : {});
      response.end("<h1>It works!</h1>");
    });
    const response = await raw(web.port, `/api${path}`, { headers: { ...own, cookie, lang: "de" } });
    expect(response.status).toBe(expected);
    expect(response.json).toMatchObject({ status: expected, code, requestId: expect.any(String) });
    expect((response.json as { title: string; message: string }).message).toMatch(/Bitte/);
    expect(response.text).not.toContain("It works!");
  },
);

test.concurrent("[ER-02] an error of the API keeps its status, its body and its request id", async () => {
  const body = {
    status: 409,
    code: "stale",
    title: "Changed",
    current: { version: 2 },
    requestId: "known-id",
  };
  web.api.behave("/users/stale", (_, response) =>
    answerJson(response, 409, body, { "x-request-id": "known-id" }),
  );
  const response = await call("/api/users/stale");
  expect(response.status).toBe(409);
  expect(response.json).toEqual(body);
  expect(response.headers["x-request-id"]).toBe("known-id");
});

test.concurrent("[ER-02] forwards large responses and bodies unchanged", async () => {
  const list = Array.from({ length: 20_000 }, (_, index) => ({ index, text: "ünï".repeat(10) }));
  web.api.behave("/users/large", (_, response) => answerJson(response, 200, list));
  expect((await call("/api/users/large")).json).toEqual(list);

  web.api.behave("/users/create", (incoming, response) => {
    let size = 0;
    incoming.on("data", (part: Buffer) => {
      size += part.length;
    });
    incoming.once("end", () => answerJson(response, 200, String(size)));
  });
  const response = await raw(web.port, "/api/users/create", {
    headers: { ...own, cookie, "content-type": "application/json" },
    body: "x".repeat(12_000_000),
  });
  expect(response.json).toBe("12000000");
});

test.concurrent("[TL-05] a call aborted by the browser is aborted at the API too", async () => {
  let arrived: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const closed = new Promise<void>((resolve) => {
    web.api.behave("/users/abandoned", (_, response) => {
      response.once("close", resolve);
      arrived();
    });
  });
  const outgoing = request({
    port: web.port,
    host: "localhost",
    path: "/api/users/abandoned",
    headers: { ...own, cookie },
  });
  const failed = once(outgoing, "error");
  outgoing.end();
  await there;
  outgoing.destroy(new Error("given up"));
  await failed;
  await closed;
});

test.concurrent("[ER-02] a stalled stream is aborted, so that a part is not taken for the whole", async () => {
  web.api.behave("/users/stalled", (_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": "100" });
    response.write("a part");
  });
  await expect(call("/api/users/stalled")).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
});

test.concurrent("[AM-03] a share's page reports too many wrong keys in the visitor's language, with a retry time", async () => {
  web.api.behave("/downloads/guessed/file", (_, response) =>
    answerJson(response, 429, { status: 429, code: "tooManyWrongLinks" }, { "retry-after": "41" }),
  );
  const titles = {
    en: "Too many attempts",
    de: "Zu viele Versuche",
    pl: "Zbyt wiele prób",
    sr: "Previše pokušaja",
  };
  for (const [language, title] of Object.entries(titles)) {
    const page = await raw(web.port, "/share/guessed", { headers: { "accept-language": language } });
    expect([page.status, page.headers["retry-after"]]).toEqual([429, "41"]);
    expect(page.text).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
  }
});
