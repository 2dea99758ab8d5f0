import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "@/lib/contract";
import { cookiesOf, own, signIn } from "../bff/raw-http";
import { ApiClient } from "../support/api-client";
import { type ApiProcess, startApi, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";

const password = "Correct-horse-7";
const size = 24 * 1024 * 1024;
const part = Buffer.alloc(256 * 1024, "x");

let directory: string;
let settings: { API_PORT: string; DATA_DIR: string; ADMIN_PASSWORD: string };
let api: ApiProcess;
let web: ApiProcess;
let webPort: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-uploads-"));
  settings = { API_PORT: String(await freePort()), DATA_DIR: directory, ADMIN_PASSWORD: password };
  webPort = await freePort();
  api = await startApi(settings);
  web = await startWeb({
    PORT: String(webPort),
    API_URL: `http://localhost:${settings.API_PORT}`,
    SESSION_SECRET: "x".repeat(40),
  });
});
afterAll(async () => {
  await Promise.all([api?.stop(), web?.stop()]);
  await rm(directory, { recursive: true, force: true });
});

const unfinished = () => files().filter((name) => name.endsWith(".tmp"));
function files(): string[] {
  const folder = join(directory, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
}

async function totalCount(): Promise<number> {
  const client = await ApiClient.signIn(`http://localhost:${settings.API_PORT}`, "admin", password);
  return (await client.call(contract.attachments.list, { query: { pageLimit: 0 } })).totalCount;
}

/** Starts an upload through the web process; `send` sends that many further bytes. */
async function beginUpload() {
  const cookie = cookiesOf(await signIn(webPort, "", { userName: "admin", password }));
  const field = "--b\r\ncontent-disposition: form-data; name=";
  const head = `${field}"fileName"\r\n\r\nLarge\r\n${field}"file"; filename="large.txt"\r\n\r\n`;
  const tail = "\r\n--b--\r\n";
  const asked = request({
    port: webPort,
    path: "/api/attachments",
    method: "POST",
    headers: {
      ...own,
      cookie,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": head.length + size + tail.length,
    },
  });
  const answered = once(asked, "response").then(
    ([response]) => (response as { statusCode: number }).statusCode,
    () => "gone" as const,
  );
  asked.write(head);
  const send = async (bytes: number) => {
    for (let left = bytes; left > 0; left -= part.length) if (!asked.write(part)) await once(asked, "drain");
  };
  return { asked, answered, send, end: () => asked.end(tail) };
}

test("[AT-02] an aborted upload leaves no file and no row", async () => {
  const { asked, answered, send } = await beginUpload();
  await send(size / 2);
  await expect.poll(unfinished).toHaveLength(1);
  asked.destroy();
  expect(await answered).toBe("gone");
  await expect.poll(files).toEqual([]);
  expect(await totalCount()).toBe(0);
});

test("[AT-02] an upload during an API crash fails without a row, and works after the restart", async () => {
  const { asked, answered, send } = await beginUpload();
  await send(size / 2);
  await expect.poll(unfinished).toHaveLength(1);
  await api.kill();
  expect([502, 503, 504]).toContain(await answered);
  asked.destroy();
  expect(unfinished()).toHaveLength(1);
  api = await startApi(settings);
  expect(files()).toEqual([]);
  expect(await totalCount()).toBe(0);
  const again = await beginUpload();
  await again.send(size);
  again.end();
  expect(await again.answered).toBe(200);
  expect(await totalCount()).toBe(1);
  expect(files().filter((name) => name.endsWith(".bin"))).toHaveLength(1);
});
