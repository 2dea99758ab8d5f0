import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "@/lib/contract";
import { cookiesOf, own, raw, signIn } from "../bff/raw-http";
import { ApiClient, administratorRoleId } from "../support/api-client";
import { type ApiProcess, startApi, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { type RunningNginx, startNginx } from "../support/nginx";
import { longLived } from "../support/product";

const admin = { userName: "admin", password: "Correct-horse-7" };

let directory: string;
let api: ApiProcess;
let apiOrigin: string;
let webPorts: number[];
let webs: ApiProcess[];
let nginx: RunningNginx;
let secured: RunningNginx;

const startOne = (port: number) =>
  startWeb({
    ...longLived,
    PORT: String(port),
    API_URL: apiOrigin,
    PUBLIC_URL: nginx.origin,
    SESSION_SECRET: "x".repeat(40),
    PROXY_SECRET: "shared-by-web-and-api",
    WEB_TRUST_PROXY: "127.0.0.1",
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-nginx-test-"));
  const apiPort = String(await freePort());
  apiOrigin = `http://localhost:${apiPort}`;
  api = await startApi({
    API_PORT: apiPort,
    DATA_DIR: directory,
    ADMIN_PASSWORD: admin.password,
    PROXY_SECRET: "shared-by-web-and-api",
    ...longLived,
  });
  webPorts = [await freePort(), await freePort()];
  nginx = await startNginx({ web: webPorts });
  secured = await startNginx({ web: webPorts, tls: true });
  webs = await Promise.all(webPorts.map(startOne));
});
afterAll(async () => {
  await Promise.all([nginx?.stop(), secured?.stop(), ...(webs ?? []).map((web) => web.stop())]);
  await api?.stop();
  await rm(directory, { recursive: true, force: true });
});

const cookieOfAdmin = async () => cookiesOf(await signIn(nginx.port, "", admin));
const administrator = () => ApiClient.signIn(apiOrigin, admin.userName, admin.password);

test("[AU-02] sign-in works behind the example, on whichever process", async () => {
  const cookie = await cookieOfAdmin();
  for (let count = 0; count < 6; count += 1)
    expect((await raw(nginx.port, "/api/user", { headers: { ...own, cookie } })).json).toMatchObject({
      profile: { userName: "admin" },
    });
  expect((await raw(nginx.port, "/users", { headers: { cookie } })).status).toBe(200);
});

test("[HO-03] events arrive as they are sent, not once a buffer is full", async () => {
  const cookie = await cookieOfAdmin();
  const path = "/api/hubs/notifications/negotiate?negotiateVersion=1";
  const { json } = await raw(nginx.port, path, { method: "POST", headers: { ...own, cookie } });
  const { connectionToken: id } = json as { connectionToken: string };
  const stream = await fetch(`${nginx.origin}/api/hubs/notifications?id=${id}`, {
    headers: { ...own, accept: "text/event-stream", "accept-encoding": "gzip", cookie },
  });
  expect([stream.status, stream.headers.get("content-encoding")]).toEqual([200, null]);
  const texts = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const hear = async (wanted: string) => {
    while (!heard.includes(wanted)) heard += (await texts?.read())?.value ?? "";
  };
  await hear("{}\u001e");
  const roleId = await (await administrator()).createRole({ roleName: "Told behind nginx" });
  await hear(roleId);
  await texts?.cancel();
});

test("[BE-03] a header of 40 kB passes, and an address with 500 ids", async () => {
  const headers = { ...own, cookie: await cookieOfAdmin() };
  const long = { ...headers, "x-long": "x".repeat(40_000) };
  expect((await raw(nginx.port, "/api/user", { headers: long })).status).toBe(200);
  const roleIds = Array.from({ length: 500 }, () => crypto.randomUUID()).join("&roleIds=");
  const named = await raw(nginx.port, `/api/roles?roleIds=${roleIds}`, { method: "DELETE", headers });
  // Hub's own answer: there are no such roles.
  expect([named.status, named.headers["content-type"]]).toEqual([404, expect.stringContaining("json")]);
});

test("[BE-03] JSON is compressed, and files of the build keep their own compression", async () => {
  const headers = { ...own, cookie: await cookieOfAdmin(), "accept-encoding": "gzip, br" };
  const list = await raw(nginx.port, `/api/roles/${administratorRoleId}/permissions`, { headers });
  expect([list.status, list.headers["content-encoding"]]).toEqual([200, "gzip"]);
  const page = await raw(nginx.port, "/login");
  const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(page.text) ?? [];
  expect((await raw(nginx.port, script, { headers })).headers["content-encoding"]).toBe("br");
});

test("[AT-02] a large upload reaches Hub while it is sent, and one over the limit is refused", async () => {
  const cookie = await cookieOfAdmin();
  const part = Buffer.alloc(1024 * 1024, "x");
  const field = "--b\r\ncontent-disposition: form-data; name=";
  const head = `${field}"fileName"\r\n\r\nLarge\r\n${field}"file"; filename="large.txt"\r\n\r\n`;
  const tail = "\r\n--b--\r\n";
  const begin = (size: number) =>
    request({
      port: nginx.port,
      path: "/api/attachments",
      method: "POST",
      headers: {
        ...own,
        cookie,
        "content-type": "multipart/form-data; boundary=b",
        "content-length": head.length + size + tail.length,
      },
    });
  const stored = () => Number(execFileSync("du", ["-sm", directory], { encoding: "utf8" }).split("\t")[0]);
  const before = stored();
  const sent = begin(299 * part.length);
  const answered = once(sent, "response") as Promise<[{ statusCode: number }]>;
  sent.write(head);
  for (let count = 0; count < 150; count += 1) if (!sent.write(part)) await once(sent, "drain");
  // Half of it is there before the rest is sent: nginx does not collect it.
  await expect.poll(stored).toBeGreaterThan(before + 100);
  for (let count = 150; count < 299; count += 1) if (!sent.write(part)) await once(sent, "drain");
  sent.end(tail);
  expect((await answered)[0].statusCode).toBe(200);
  const { totalCount } = await (await administrator()).call(contract.attachments.list, {
    query: { pageLimit: 0 },
  });
  expect(totalCount).toBe(1);
  const refused = begin(400 * part.length);
  refused.on("error", () => undefined);
  refused.write(head);
  const [response] = (await once(refused, "response")) as [{ statusCode: number }];
  expect(response.statusCode).toBe(413);
  refused.destroy();
});

test("[CF-05] while one web process is away, no request fails, changes included", async () => {
  const cookie = await cookieOfAdmin();
  const [first, second] = webs as [ApiProcess, ApiProcess];
  const headers = { ...own, cookie };
  const statuses = async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, count) =>
        count % 2
          ? raw(nginx.port, "/api/user", { headers })
          : raw(nginx.port, "/api/user/settings/languageSymbol/en", { method: "PUT", headers }),
      ),
    );
    return [...new Set(answers.map(({ status }) => status))].sort();
  };
  await first.stop();
  expect(await statuses()).toEqual([200, 204]);
  webs[0] = await startOne(webPorts[0] ?? 0);
  await second.stop();
  expect(await statuses()).toEqual([200, 204]);
  webs[1] = await startOne(webPorts[1] ?? 0);
});

test("[CF-05] TLS works as configured, and plain http is redirected", async () => {
  const { certificate: ca, port } = secured;
  const sent = secureRequest({ host: "localhost", port, path: "/health", ca, minVersion: "TLSv1.2" }).end();
  const [response] = (await once(sent, "response")) as [{ statusCode: number }];
  expect(response.statusCode).toBe(200);
  const { status, headers } = await raw(secured.redirectPort, "/users?x=1");
  expect([status, headers.location]).toEqual([308, "https://work.example.com/users?x=1"]);
  expect(await secured.errors()).not.toMatch(/\[(?:emerg|alert|warn)\]/);
});
