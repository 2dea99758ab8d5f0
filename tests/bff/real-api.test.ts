import { HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "@/lib/contract";
import { ApiClient, administratorRoleId } from "../support/api-client";
import { longLived, type RunningProduct, startProduct } from "../support/product";
import { cookiesOf, own, raw, signIn } from "./raw-http";

let product: RunningProduct;
let port: number;

beforeAll(async () => {
  // Refusals are normal: `npm start` does not print them, and the log has them from `info` on.
  product = await startProduct({ settings: { LOG_LEVEL: "info", ...longLived } });
  port = Number(new URL(product.origin).port);
});
afterAll(() => product.stop());

const administrator = () => ({ userName: product.adminUser, password: product.adminPassword });

function call(path: string, cookie: string) {
  return raw(port, path, { headers: { ...own, cookie } });
}

test("[AU-02] user name and password open a session, in which the API knows the user", async () => {
  const cookie = cookiesOf(await signIn(port, "", administrator()));
  expect((await call("/api/user", cookie)).json).toMatchObject({ profile: { userName: product.adminUser } });
  expect((await call("/api/user", "")).status).toBe(401);
});

test("[AU-08] sign-out ends a copied cookie too, and no other session", async () => {
  const [copied, other] = [
    cookiesOf(await signIn(port, "", administrator())),
    cookiesOf(await signIn(port, "", administrator())),
  ];
  expect((await call("/api/user", copied)).status).toBe(200);
  await raw(port, "/api/auth/sign-out", { method: "POST", headers: { ...own, cookie: copied } });
  expect((await call("/api/user", copied)).status).toBe(401);
  const page = await raw(port, "/users", { headers: { cookie: copied } });
  expect(page.headers.location).toBe("/login?callbackUrl=%2Fusers");
  expect((await raw(port, "/login", { headers: { cookie: copied } })).status).toBe(200);
  expect((await call("/api/user", other)).status).toBe(200);
});

test("[HO-03] forwards a stream of the hub with the session's permissions, and ends it with the session", async () => {
  const cookie = cookiesOf(await signIn(port, "", administrator()));
  const negotiate = (headers: Record<string, string>) =>
    raw(port, "/api/hubs/notifications/negotiate?negotiateVersion=1", { method: "POST", headers });
  expect((await negotiate({ cookie })).status).toBe(403);
  expect((await negotiate(own)).status).toBe(401);
  const { json } = await negotiate({ ...own, cookie });
  const id = (json as { connectionToken: string }).connectionToken;
  const open = (headers: Record<string, string>) =>
    fetch(`${product.origin}/api/hubs/notifications?id=${id}`, {
      headers: { accept: "text/event-stream", cookie, ...headers },
    });
  expect((await open({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await open({ cookie: "" })).status).toBe(401);
  const stream = await open({ "sec-fetch-site": "same-origin" });
  expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const texts = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const hear = async (wanted: string) => {
    while (!heard.includes(wanted)) heard += (await texts?.read())?.value ?? "";
  };
  await hear("{}\u001e");
  const api = await ApiClient.signIn(product.apiOrigin, product.adminUser, product.adminPassword);
  const roleId = await api.createRole({ roleName: "Told by a stream" });
  await hear(roleId);
  await raw(port, "/api/auth/sign-out", { method: "POST", headers: { ...own, cookie } });
  const rest = async () => {
    for (;;) if ((await texts?.read())?.done !== false) return;
  };
  await rest().catch(() => undefined);
  expect((await open({})).status).toBe(401);
});

test.each(["/api/hubs/notifications", "/api/notifications"])(
  "[HO-03] the official client connects to %s without options, with a supported transport",
  async (path) => {
    const headers = { ...own, cookie: cookiesOf(await signIn(port, "", administrator())) };
    const complaints: string[] = [];
    const connection = new HubConnectionBuilder()
      .withUrl(product.origin + path, { headers })
      .configureLogging({
        log: (level, message) => void (level >= LogLevel.Warning && complaints.push(message)),
      })
      .build();
    const heard: unknown[] = [];
    connection.on("ReceiveSignal", (news) => void heard.push(news));
    await connection.start();
    const api = await ApiClient.signIn(product.apiOrigin, product.adminUser, product.adminPassword);
    const roleId = await api.createRole({ roleName: `Told by ${path}` });
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ ids: [roleId] }));
    await connection.stop();
    expect(complaints).toEqual([]);
    // The list of the same path still works.
    expect((await call("/api/notifications", headers.cookie)).json).toHaveProperty("list");
  },
);

test("[BE-01] accepts a trailing slash, and an empty body for a call without one", async () => {
  const cookie = cookiesOf(await signIn(port, "", administrator()));
  const users = await call("/api/users/?pageLimit=1", cookie);
  expect(users.json).toMatchObject({ list: [expect.anything()] });
  const headers = { ...own, cookie, "content-type": "application/json" };
  for (const [method, path] of [
    ["PATCH", "/api/notifications/all/status/read"],
    ["PATCH", "/api/notifications/all/status/read/"],
    ["PUT", "/api/user/settings/languageSymbol/en"],
  ] as const) {
    const { status } = await raw(port, path, { method, headers, body: "{}" });
    expect([method, path, status]).toEqual([method, path, 204]);
  }
  const saved = await raw(port, "/api/user/settings/", {
    method: "PUT",
    headers,
    body: '{"longDateFormat":"LL"}',
  });
  expect(saved.status).toBe(204);
});

test("[AU-02] a sign-in ends every session among contradictory cookies", async () => {
  const [earlier, planted] = [
    cookiesOf(await signIn(port, "", administrator())),
    cookiesOf(await signIn(port, "", administrator())),
  ];
  await signIn(port, "", administrator(), { cookie: `${planted}; ${earlier}` });
  for (const cookie of [earlier, planted]) expect((await call("/api/user", cookie)).status).toBe(401);
});

test("[AU-11] between the two steps of a sign-in the browser holds a sealed cookie, and no token", async () => {
  const api = await ApiClient.signIn(product.apiOrigin, product.adminUser, product.adminPassword);
  const [userName, password] = ["two.steps", "Correct-horse-7"];
  await api.call(contract.users.create, { body: { userName, password, roleIds: [] } });
  const first = cookiesOf(await signIn(port, "", { userName, password }));
  const send = (path: string, body: object) => {
    const headers = { ...own, cookie: first, "content-type": "application/json" };
    return raw(port, `/api/user/second-factors/${path}`, {
      method: "PUT",
      headers,
      body: JSON.stringify(body),
    });
  };
  const { json } = await send("totp-secret", { currentPassword: password });
  const totp = new TOTP({ secret: Secret.fromBase32((json as { secret: string }).secret) });
  const confirmed = (await send("totp", { code: totp.generate() })).json as { recoveryCodes: string[] };
  const [code = "", other = ""] = confirmed.recoveryCodes;

  const asked = await signIn(port, "", { userName, password });
  expect([asked.status, asked.headers["x-second-factor"]]).toEqual([401, "totp, recovery"]);
  expect(asked.headers["x-second-factor-step"]).toBeUndefined();
  const cookie = cookiesOf(asked);
  expect(cookie).toMatch(/^hub\.step=/);
  for (const secret of [password, userName]) expect(asked.text + cookie).not.toContain(secret);
  expect((await call("/api/user", cookie)).status).toBe(401);

  expect((await signIn(port, "", { code })).json).toMatchObject({ code: "signInStepOver" });
  const forged = await signIn(port, "", { code }, { cookie: `${cookie.slice(0, -3)}AAA` });
  expect(forged.json).toMatchObject({ code: "signInStepOver" });
  const wrong = await signIn(port, "", { code: "wrong\u00e9" }, { cookie });
  expect(wrong.json).toMatchObject({ code: "wrongSecondFactor" });
  const done = await signIn(port, "", { code }, { cookie });
  expect(done.status).toBe(204);
  expect((await call("/api/user", cookiesOf(done))).json).toMatchObject({ profile: { userName } });
  // The step is over, even for another valid code.
  expect((await signIn(port, "", { code: other }, { cookie })).status).toBe(401);
});

test("[AU-11] a required second factor is set up with the sealed cookie alone, without a session", async () => {
  const api = await ApiClient.signIn(product.apiOrigin, product.adminUser, product.adminPassword);
  const [userName, password] = ["must.set.up", "Correct-horse-7"];
  await api.call(contract.users.create, { body: { userName, password, roleIds: [] } });
  const admin = "admin.set.up";
  await api.call(contract.users.create, {
    body: { userName: admin, password, roleIds: [administratorRoleId] },
  });
  const setUp = async (cookie: string, body: object, headers = {}) =>
    raw(port, "/api/auth/set-up", {
      method: "POST",
      headers: { ...own, cookie, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const policy = async (by: ApiClient, secondFactorPolicy: "everybody" | "optional") =>
    by.call(contract["organisation-settings"].saveSecondFactors, {
      body: { secondFactorPolicy, secondFactorFrom: new Date().toISOString().slice(0, 10) },
    });
  const strict = await ApiClient.signIn(product.apiOrigin, admin, password);
  const made = await strict.call(contract.user.makeTotp, { body: { currentPassword: password } });
  const code = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await strict.call(contract.user.confirmTotp, { body: { code: code(made.secret) } });
  await policy(strict, "everybody");
  try {
    const asked = await signIn(port, "", { userName, password });
    expect([asked.status, asked.json, asked.headers["x-second-factor"]]).toEqual([
      401,
      expect.objectContaining({ code: "secondFactorSetupNeeded" }),
      "passkey, totp",
    ]);
    expect(asked.headers["x-second-factor-step"]).toBeUndefined();
    const cookie = cookiesOf(asked);
    for (const secret of [password, userName]) expect(asked.text + cookie).not.toContain(secret);
    expect((await setUp("", { ask: "makeFirstTotp" })).json).toMatchObject({ code: "signInStepOver" });
    expect((await setUp(cookie, { ask: "signOut" })).status).toBe(400);
    expect((await setUp(cookie, { ask: "makeFirstTotp" }, { "x-csrf": "" })).status).toBe(403);
    expect((await signIn(port, "", { isSetUp: true }, { cookie })).status).toBe(401);
    const { json } = await setUp(cookie, { ask: "makeFirstTotp" });
    expect((await setUp(cookie, { code: "0" })).json).toMatchObject({ errors: [{ propertyName: "code" }] });
    const confirmed = await setUp(cookie, { code: code((json as { secret: string }).secret) });
    expect((confirmed.json as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    const done = await signIn(port, "", { isSetUp: true }, { cookie });
    expect(done.status).toBe(204);
    expect((await call("/api/user", cookiesOf(done))).json).toMatchObject({ profile: { userName } });
    expect((await signIn(port, "", { isSetUp: true }, { cookie })).status).toBe(401);
  } finally {
    await policy(strict, "optional");
  }
});

test("[HO-03] a credential in the query does not open the hub without a session", async () => {
  const cookie = cookiesOf(await signIn(port, "", administrator()));
  const { json: key } = await raw(port, "/api/user/create-api-key", { headers: { ...own, cookie } });
  expect(key).toMatch(/^hub_/);
  for (const name of ["access_token", "access%5Ftoken"]) {
    const target = `/api/hubs/notifications/negotiate?negotiateVersion=1&${name}=${key}`;
    expect((await raw(port, target, { method: "POST", headers: own })).status).toBe(401);
  }
});

test("[AU-02] a planted session ends with the sign-in", async () => {
  const planted = cookiesOf(await signIn(port, "", administrator()));
  await signIn(port, "", administrator(), { cookie: planted });
  expect((await call("/api/user", planted)).status).toBe(401);
});

test("[TL-02] one call deletes as many records as the contract allows", async () => {
  const cookie = cookiesOf(await signIn(port, "", administrator()));
  const names = Array.from({ length: 500 }, (_, index) => `Temporary ${index}`);
  const roleIds: unknown[] = [];
  const api = await ApiClient.signIn(product.apiOrigin, product.adminUser, product.adminPassword);
  for (const roleName of names) roleIds.push(await api.call(contract.roles.create, { body: { roleName } }));
  const query = roleIds.map((id) => `roleIds=${id}`).join("&");
  const removed = await raw(port, `/api/roles?${query}`, { method: "DELETE", headers: { ...own, cookie } });
  expect([removed.status, removed.text]).toEqual([204, ""]);
  expect((await call("/api/roles?phrase=Temporary&pageLimit=0", cookie)).json).toMatchObject({
    totalCount: 0,
  });
  const tooMany = await raw(port, `/api/roles?${query}&roleIds=${roleIds[0]}`, {
    method: "DELETE",
    headers: { ...own, cookie },
  });
  expect(tooMany.status).toBe(400);
});

test("[TL-01] the first response to a list's address contains its rows", async () => {
  const cookie = cookiesOf(await signIn(port, "", administrator()));
  const page = await raw(port, "/users", { headers: { cookie } });
  expect(page.status).toBe(200);
  expect(page.text.match(/<span class="cell-text">Administrator</g)).toHaveLength(1);
});

test("[ER-02] the request id shown with an error is the one in the API's log", async () => {
  const cookie = cookiesOf(await signIn(port, "", administrator()));
  const refused = await call("/api/users/00000000-0000-4000-8000-00000000dead", cookie);
  expect(refused.status).toBe(404);
  const id = refused.headers["x-request-id"];
  expect(refused.json).toMatchObject({ requestId: id });
  await expect.poll(() => product.output()).toContain(`"requestId":"${id}"`);
});
