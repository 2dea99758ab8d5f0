import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiProcess, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { anyFraming, bytesOf, framings, segmentsOf } from "../support/odd-requests";
import { exchange, openRaw, statusesOf } from "../support/raw-socket";
import { cookiesOf, own, raw, signIn } from "./raw-http";
import { jsonResponse, type StrictApi, startStrictApi } from "./strict-api";
import { secret } from "./web";

const nobody = "00000000-0000-4000-8000-00000000dead";

let api: StrictApi;
let web: ApiProcess;
let port: number;
let attacker: string;
let victim: string;

beforeAll(async () => {
  api = await startStrictApi();
  port = await freePort();
  web = await startWeb({
    PORT: String(port),
    API_URL: api.address,
    SESSION_SECRET: secret,
    BASE_PATH: "",
    MULTI_TENANCY: "off",
    KEEP_ALIVE_SECONDS: "61",
  });
  attacker = cookiesOf(await signIn(port, "", { userName: "mallory", password: "right" }));
  victim = cookiesOf(await signIn(port, "", { userName: "victor", password: "right" }));
});
afterAll(async () => {
  await web?.stop();
  await api?.stop();
});

let answer: StrictApi["answer"];
beforeEach(() => {
  answer ??= api.answer;
  api.answer = answer;
  api.arrived.length = 0;
  api.odd.length = 0;
});

const headersOf = (cookie: string) => ["X-CSRF: 1", `Cookie: ${cookie}`, "Content-Type: application/json"];
const head = (method: string, target: string, cookie = attacker) =>
  `${[`${method} ${target} HTTP/1.1`, "Host: hub.example", ...headersOf(cookie)].join("\r\n")}\r\n`;
/** The start of a request that another client's bytes would complete. */
const smuggled = `DELETE /roles?roleIds=${nobody} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nX-Rest: `;

/** Another client's call, which must get its own response. */
async function expectVictimUnharmed() {
  const { json } = await raw(port, "/api/user", {
    headers: { ...own, cookie: victim, "x-request-id": "victims-own" },
  });
  expect(json).toEqual({ who: "victor", id: "victims-own" });
}

/** Calls by declaration: `[method, address at the BFF, whether it declares a body]`. */
const calls = [
  ["GET", "/api/user", false],
  ["GET", "/api/users?page=1", false],
  ["GET", `/api/users/${nobody}/avatar`, false],
  ["DELETE", `/api/users?userIds=${nobody}`, false],
  ["PATCH", "/api/notifications/all/status/read", false],
  ["PUT", "/api/user/settings/languageSymbol/de", false],
  ["GET", "/api/user/create-api-key", false],
  ["HEAD", "/api/user", false],
  ["OPTIONS", "/api/user", false],
  ["GET", "/api/nothing", false],
  ["GET", "/users", false],
  ["GET", "/api/messages/en", false],
  ["POST", "/api/auth/sign-out", false],
  ["POST", "/api/auth/renew", false],
  ["POST", "/api/users/create", true],
  ["PUT", `/api/users/${nobody}`, true],
  ["PUT", "/api/user", true],
  ["PUT", "/api/user/settings", true],
  ["POST", `/api/invitations/${nobody}`, true],
  ["POST", "/api/auth/sign-in", true],
] as const;

describe("bodies", () => {
  test.each(calls.filter(([, , takesBody]) => !takesBody))(
    "[AU-02] %s %s accepts no body: 400 without a call of the API, and the connection closes",
    async (method, target) => {
      for (const framing of ["length", "chunked", "chunked without an end", "length too long"]) {
        const body = framings[framing]?.(smuggled, []) ?? "";
        // A kept connection would answer the following bytes.
        const text = await exchange(port, `${head(method, target)}${body}${head("GET", "/api/user")}\r\n`);
        expect([framing, statusesOf(text)]).toEqual([framing, [400]]);
        expect(text).toMatch(/\r\nconnection: close\r\n/i);
      }
      expect([api.arrived, api.odd]).toEqual([[], []]);
      await expectVictimUnharmed();
    },
  );

  test("[AU-02] accepts an empty body where none is declared, and does not forward it for reads", async () => {
    const text = await exchange(
      port,
      `${head("GET", "/api/user")}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesOf(text)).toEqual([200]);
    expect(api.arrived[0]?.headers).not.toHaveProperty("content-length");
    expect(api.arrived[0]?.headers).not.toHaveProperty("content-type");
  });

  test.each([
    ["length", "content-length", "18"],
    ["chunked", "transfer-encoding", "chunked"],
    ["chunked with extensions", "transfer-encoding", "chunked"],
    ["chunked with a trailer", "transfer-encoding", "chunked"],
    ["expecting to be told to go on", "content-length", "18"],
  ])("[AU-02] forwards a declared body (%s) with our own framing", async (framing, name, value) => {
    const body = framings[framing]?.('{"firstName":"Ada"}'.slice(0, 18), [3, 5]) ?? "";
    const text = await exchange(port, `${head("PUT", "/api/user")}Connection: close\r\n${body}`);
    expect(statusesOf(text)).toEqual([200]);
    expect(api.arrived).toMatchObject([
      { method: "PUT", path: "/user", body: '{"firstName":"Ada"', headers: { [name]: value } },
    ]);
    for (const other of ["trailer", "x-late", "expect", "te", "upgrade"])
      expect(api.arrived[0]?.headers).not.toHaveProperty(other);
    expect(api.odd).toEqual([]);
  });

  test.each([
    ["POST", "/api/users/create"],
    ["PUT", "/api/user/settings/languageSymbol/de"],
    ["PATCH", "/api/notifications/all/status/read"],
    ["DELETE", `/api/users?userIds=${nobody}`],
  ])("[AU-02] %s %s without a body is unambiguous", async (method, target) => {
    await exchange(port, `${head(method, target)}Connection: close\r\n\r\n`);
    const length = method === "DELETE" ? [undefined, "0"] : ["0"];
    expect(length).toContain(api.arrived[0]?.headers["content-length"]);
    expect(api.arrived[0]?.headers).not.toHaveProperty("transfer-encoding");
  });

  test("[AU-02] an aborted body reaches the API as an incomplete request", async () => {
    for (const framing of ["length too long", "chunked without an end"]) {
      const connection = await openRaw(port);
      connection.write(head("PUT", "/api/user") + framings[framing]?.(smuggled, []));
      connection.end();
      await connection.closed;
    }
    await expectVictimUnharmed();
    expect(api.arrived).toMatchObject([{ path: "/user", method: "GET" }]);
    expect(api.odd).toEqual([]);
  });

  test("[AU-02] one request causes at most one, exactly as in the contract, for any framing", async () => {
    const carrier = fc.constantFrom(...calls.filter(([, target]) => !target.endsWith("/sign-out")));
    let run = 0;
    const property = fc.asyncProperty(carrier, anyFraming, async ([method, target, takesBody], framing) => {
      run += 1;
      // All requests caused by one call carry its id; only other clients' calls may arrive besides.
      const id = `property-${run}`;
      const headers = [...headersOf(attacker), `X-Request-Id: ${id}`];
      const connection = await openRaw(port);
      for (const part of segmentsOf(bytesOf({ method, target, headers, body: smuggled }, framing), framing))
        connection.write(part);
      connection.end();
      await connection.closed;
      await expectVictimUnharmed();
      const ofThis = api.arrived.filter((one) => one.headers["x-request-id"] === id);
      const isCall = target.startsWith("/api/") && !target.startsWith("/api/auth/");
      if (isCall) {
        expect(ofThis.length).toBeLessThanOrEqual(1);
        for (const one of ofThis) {
          expect([one.method, one.path]).toEqual([method, target.replace("/api", "")]);
          expect(takesBody ? smuggled.startsWith(one.body) : one.body === "").toBe(true);
        }
      }
    });
    await fc.assert(property, { numRuns: 250 });
    const known = /^(?:victims-own|property-\d+)$/;
    expect(api.arrived.filter(({ headers }) => !known.test(headers["x-request-id"] ?? ""))).toEqual([]);
    expect(api.arrived.filter(({ path }) => path.startsWith("/roles"))).toEqual([]);
    expect(api.odd).toEqual([]);
  });

  test("[AU-05] a form with a file is framed in the same way", async () => {
    const boundary = "XX";
    const form = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n${smuggled}\r\n--${boundary}--\r\n`;
    for (const framing of Object.keys(framings)) {
      api.arrived.length = 0;
      const lines = ["PUT /api/user HTTP/1.1", "Host: x", "X-CSRF: 1", `Cookie: ${attacker}`];
      const connection = await openRaw(port);
      connection.write(
        `${[...lines, `Content-Type: multipart/form-data; boundary=${boundary}`].join("\r\n")}\r\n${framings[framing]?.(form, [7, 31])}`,
      );
      connection.end();
      await connection.closed;
      expect([
        framing,
        api.arrived.filter(({ method, path }) => method !== "PUT" || path !== "/user"),
      ]).toEqual([framing, []]);
      expect(api.odd).toEqual([]);
      await expectVictimUnharmed();
    }
  });
});

describe("responses", () => {
  test("[AU-02] bytes after a response belong to no request", async () => {
    const others = jsonResponse('{"who":"mallory"}');
    for (const odd of [others, "garbage", "HTTP/1.1 100 Continue\r\n\r\n", `${others}${others}`]) {
      api.answer = (request) => answer(request) + (request.path === "/user" ? odd : "");
      await raw(port, "/api/user", { headers: { ...own, cookie: attacker } });
      api.answer = answer;
      await expectVictimUnharmed();
    }
  });

  test("[AU-02] forwards a response that precedes the end of its request, and drops the connection", async () => {
    const connection = await openRaw(port);
    connection.write(`${head("PUT", "/api/user")}Content-Length: 100000\r\n\r\n{`);
    connection.end();
    await connection.closed;
    await expectVictimUnharmed();
    expect(api.odd).toEqual([]);
  });

  test("[AU-02] a response with two framings or broken header lines is a 502", async () => {
    const type = "Content-Type: application/json\r\n";
    const odd = [
      `HTTP/1.1 200 OK\r\n${type}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `HTTP/1.1 200 OK\r\n${type}Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc`,
      `HTTP/1.1 200 OK\n${type}Content-Length: 2\n\n{}`,
      `HTTP/1.1 200 OK\r\n${type}X-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`,
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    ];
    for (const bytes of odd) {
      api.answer = () => bytes;
      const { status } = await raw(port, "/api/user", { headers: { ...own, cookie: attacker } });
      expect([bytes, status]).toEqual([bytes, 502]);
      api.answer = answer;
      await expectVictimUnharmed();
    }
  });

  test("[AU-02] a refused sign-in has the stated length, however the API wrote it", async () => {
    api.answer = () =>
      jsonResponse('{ "status" : 401,\n   "code" : "wrongCredentials" }', "401 Unauthorized");
    const refused = await signIn(port, "", { userName: "ada", password: "wrong" });
    expect([refused.status, refused.headers["content-length"] ?? String(refused.text.length)]).toEqual([
      401,
      String(refused.text.length),
    ]);
    expect(refused.json).toEqual({ status: 401, code: "wrongCredentials" });
  });
});

describe("connections to the API", () => {
  test("[AU-02] only reads share connections; each writing call has its own", async () => {
    for (let round = 0; round < 3; round += 1) {
      await expectVictimUnharmed();
      await raw(port, "/api/users/create", {
        headers: { ...own, cookie: attacker, "content-type": "application/json" },
        body: "{}",
      });
      await raw(port, `/api/users?userIds=${nobody}`, {
        method: "DELETE",
        headers: { ...own, cookie: attacker },
      });
      await raw(port, "/api/user/create-api-key", { headers: { ...own, cookie: attacker } });
    }
    const isShared = ({ method, path }: { method: string; path: string }) =>
      method === "GET" && path === "/user";
    const of = (shared: boolean) =>
      api.arrived.filter((one) => isShared(one) === shared).map(({ connection }) => connection);
    expect(new Set(of(false)).size).toBe(9);
    expect(of(true).some((connection) => of(false).includes(connection))).toBe(false);
    for (const one of api.arrived)
      expect([one.path, one.headers.connection]).toEqual([one.path, isShared(one) ? "keep-alive" : "close"]);
  });

  test("[ER-02] retries a read on a connection that the API has just closed", async () => {
    await expectVictimUnharmed();
    api.answer = (request) => (request.before > 0 ? undefined : answer(request));
    await expectVictimUnharmed();
    expect(api.arrived.map(({ before }) => before > 0)).toContain(true);
  });

  test("[ER-02] does not retry a call that may have been processed: 502", async () => {
    api.answer = () => undefined;
    for (const [method, target] of [
      ["GET", "/api/user/create-api-key"],
      ["PUT", "/api/user/settings/languageSymbol/de"],
      ["DELETE", `/api/users?userIds=${nobody}`],
    ] as const) {
      api.arrived.length = 0;
      const { status } = await raw(port, target, { method, headers: { ...own, cookie: attacker } });
      expect([target, status, api.arrived.length]).toEqual([target, 502, 1]);
    }
  });

  test("[ER-02] writes succeed while the API closes each idle connection", async () => {
    api.answer = (request) =>
      request.before > 0
        ? undefined
        : jsonResponse('"1"', "200 OK", request.connection % 2 ? "Connection: close\r\n" : "");
    const headers = { ...own, cookie: attacker, "content-type": "application/json" };
    for (let round = 0; round < 30; round += 1) {
      const [read, written] = await Promise.all([
        raw(port, "/api/user", { headers }),
        raw(port, "/api/users/create", { headers, body: `{"round":${round}}` }),
      ]);
      expect([read.status, written.status]).toEqual([200, 200]);
    }
    const written = api.arrived.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(new Set(written).size).toBe(30);
    expect(written).toHaveLength(30);
  });
});

describe("connections of browsers and proxies", () => {
  test("[AU-02] answers pipelined requests separately and in order", async () => {
    const both = `${head("GET", "/api/user")}\r\n${head("GET", "/api/user", victim)}Connection: close\r\n\r\n`;
    const text = await exchange(port, both);
    expect(text.match(/"who":"\w+"/g)).toEqual(['"who":"mallory"', '"who":"victor"']);
  });

  test("[AU-02] does not switch protocols, and ignores the following bytes", async () => {
    const wish = `${head("GET", "/api/user")}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n${head("GET", "/api/user", victim)}\r\n`;
    const text = await exchange(port, wish);
    expect(statusesOf(text)).toEqual([200]);
    expect(text).not.toContain("victor");
  });

  test.each(["cookie", "x-csrf", "if-match", "transfer-encoding", "content-length", "host"])(
    "[AU-02] refuses a request whose Connection header names %s",
    async (name) => {
      const text = await exchange(port, `${head("GET", "/api/user")}Connection: ${name}\r\n\r\n`);
      expect(statusesOf(text)).toEqual([400]);
    },
  );

  test("[ER-02] keeps idle connections as configured, so that load balancers close them first", async () => {
    const connection = await openRaw(port);
    connection.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await connection.answers(1)).toContain("Keep-Alive: timeout=61\r\n");
    connection.destroy();
  });

  test("[AU-02] refuses two Host headers", async () => {
    expect(statusesOf(await exchange(port, `${head("GET", "/api/user")}Host: other\r\n\r\n`))).toEqual([400]);
  });
});
