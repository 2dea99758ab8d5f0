import { Agent, request } from "node:http";
import { apiHeaders, browserHeaders } from "./lib/http.mjs";
import { adminPassword } from "./lib/product.mjs";
import { quantile } from "./lib/statistics.mjs";

const connections = 1_000;
/** Fewer than one person may have. */
const perPerson = 25;
const rounds = 50;
const administratorRoleId = "00000000-0000-4000-8000-000000000001";

/** Each stream has a connection to itself. */
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/**
 * How soon a change reaches everybody who is connected, through the web process, and what a connection costs.
 * @param {{ product: import("./lib/product.mjs").Product, report: import("./lib/report.mjs").Report }} options
 */
export async function measureLive({ product, report }) {
  const { origin, apiOrigin } = product;
  const administrator = await apiHeaders(apiOrigin);
  report.section(`${connections} event streams through the web process, ${rounds} changes told to all`);
  const before = product.memoryOfEach();
  /** @type {(id: string, at: number) => void} */
  let heard = () => {};
  /** @type {(() => void)[]} */
  const closers = [];
  for (let person = 0; person * perPerson < connections; person += 1) {
    const userName = `bench-live-${person}`;
    const body = { userName, password: adminPassword, roleIds: [administratorRoleId] };
    await post(`${apiOrigin}/users/create`, administrator, body);
    const headers = await browserHeaders(origin, userName);
    const opened = await Promise.all(
      Array.from({ length: perPerson }, () => open(origin, headers, (id, at) => heard(id, at))),
    );
    closers.push(...opened);
  }
  const after = product.memoryOfEach();
  /** @type {number[]} */
  const delays = [];
  for (let round = 0; round < rounds; round += 1) {
    /** @type {Map<string, number[]>} */
    const arrivals = new Map();
    const all = new Promise((resolve) => {
      heard = (id, at) => {
        const times = arrivals.get(id) ?? [];
        arrivals.set(id, [...times, at]);
        if (times.length + 1 === connections) resolve(undefined);
      };
    });
    const roleId = String(
      await post(`${apiOrigin}/roles`, administrator, { roleName: `Bench live ${round}` }),
    );
    const committed = performance.now();
    const late = new Promise((_, reject) =>
      setTimeout(
        () => reject(new Error(`A change had reached ${arrivals.get(roleId)?.length ?? 0} after 30 s.`)),
        30_000,
      ).unref(),
    );
    await Promise.race([all, late]);
    delays.push(...(arrivals.get(roleId) ?? []).map((at) => Math.max(0, at - committed)));
  }
  report.add("answer of the change to its arrival, median", quantile(delays, 0.5), "ms");
  report.add("answer of the change to its arrival, p95", quantile(delays, 0.95), "ms", { max: 250 });
  for (const [index, name] of ["API", "web process"].entries())
    report.add(
      `memory of a connection in the ${name}`,
      (((after[index] ?? 0) - (before[index] ?? 0)) * 1024) / connections,
      "kB",
    );
  for (const close of closers) close();
}

/**
 * Opens a stream as a browser does, and reads the ids of changed roles from it.
 * @param {string} origin
 * @param {Record<string, string>} headers
 * @param {(id: string, at: number) => void} heard
 * @returns {Promise<() => void>} ends it
 */
async function open(origin, headers, heard) {
  const hub = `${origin}/api/hubs/notifications`;
  const { connectionToken } = /** @type {{ connectionToken: string }} */ (
    await post(`${hub}/negotiate?negotiateVersion=1`, headers)
  );
  return new Promise((resolve, reject) => {
    const asked = request(
      `${hub}?id=${connectionToken}`,
      { agent, headers: { ...headers, accept: "text/event-stream" } },
      (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`A stream answered ${response.statusCode}.`));
        response.setEncoding("utf8");
        response.on("data", (text) => {
          const at = performance.now();
          // Changes that came close together are told together.
          for (const [, ids = ""] of String(text).matchAll(/"collection":"roles","ids":\[([^\]]*)\]/g))
            for (const id of ids.match(/[\w-]+/g) ?? []) heard(id, at);
        });
        response.on("error", () => {});
        resolve(() => asked.destroy());
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {object} [body]
 */
async function post(url, headers, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
