import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startApi } from "../support/api-process";
import { freePort } from "../support/free-port";
import { copyNewDatabase } from "../support/new-database";

const password = "Correct-horse-7";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-stop-"));
  await copyNewDatabase(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("[BE-02] stopped under load, the API finishes pending calls and exits within 10 s with code 0", async () => {
  const port = await freePort();
  const api = await startApi({ API_PORT: String(port), DATA_DIR: directory, ADMIN_PASSWORD: password });
  const agent = new Agent({ keepAlive: true });
  const idle = await send(port, agent);
  expect(idle).toBe(200);

  // Signing in is slow enough that all calls are pending when the signal arrives.
  const underWay = Array.from({ length: 10 }, () => send(port, agent));
  await send(port, agent, "/health");
  const code = api.stop();
  expect(await Promise.all(underWay)).toEqual(Array(10).fill(200));
  // After its deadline, 9.5 s after the signal, it would exit with code 1 (backend/server.ts).
  expect(await code).toBe(0);
  await expect(send(port, agent, "/health")).rejects.toThrow("ECONNREFUSED");
  agent.destroy();
});

function send(port: number, agent: Agent, path = "/auth"): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent, auth: `admin:${password}` }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    }).on("error", reject);
  });
}
