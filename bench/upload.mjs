import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../scripts/lib/ports.mjs";
import { root } from "../scripts/lib/root.mjs";
import { browserHeaders } from "./lib/http.mjs";
import { listen } from "./lib/listen.mjs";
import { residentMemory } from "./lib/processes.mjs";
import { watch } from "./lib/statistics.mjs";

const size = 2 * 1024 ** 3;
const part = Buffer.alloc(256 * 1024, "x");
const askEvery = 50;

/**
 * The web process's memory during a large upload, in front of an API that counts and discards bytes.
 * @param {import("./lib/report.mjs").Report} report
 */
export async function measureUpload(report) {
  report.section(`Upload of ${size / 1024 ** 3} GB through the BFF`);
  const api = await startCountingApi();
  const port = await freePort();
  const web = spawn(process.execPath, [join(root, "dist/web.mjs")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PORT: String(port), API_URL: api.origin, SESSION_SECRET: "x".repeat(40) },
  });
  const origin = `http://localhost:${port}`;
  try {
    while (!(await fetch(`${origin}/health`).catch(() => undefined))) await sleep(askEvery);
    const headers = await browserHeaders(origin);
    const held = watch(() => residentMemory(web.pid ?? 0));
    const from = performance.now();
    const arrived = await upload(`${origin}/api/users/create`, headers);
    const { before, most } = held();
    if (arrived !== size) throw new Error(`${arrived} of ${size} bytes have arrived.`);
    report.add("time", (performance.now() - from) / 1000, "s");
    report.add("memory of the web process before", before, "MB");
    report.add("memory of the web process at most", most, "MB", { max: before + 150 });
  } finally {
    web.kill("SIGTERM");
    await once(web, "exit");
    api.stop();
  }
}

function startCountingApi() {
  return listen(async (asked, response) => {
    let bytes = 0;
    for await (const each of asked) bytes += each.length;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(asked.url === "/auth" ? "secret" : bytes));
  });
}

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<unknown>} the response
 */
async function upload(url, headers) {
  const asked = request(url, { method: "POST", headers: { ...headers, "content-length": size } });
  const received = once(asked, "response");
  for (let left = size; left > 0; left -= part.length) if (!asked.write(part)) await once(asked, "drain");
  asked.end();
  const [response] = await received;
  let text = "";
  for await (const each of response) text += each;
  return JSON.parse(text);
}
