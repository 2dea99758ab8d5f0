import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { signedInContext } from "./lib/browser.mjs";
import { apiHeaders, browserHeaders, get, send, signedInHeaders } from "./lib/http.mjs";
import { adminPassword } from "./lib/product.mjs";
import { median, quantile, timed } from "./lib/statistics.mjs";

const throughWeb = { connections: 1_000, rounds: 40 };
const onApi = { connections: 10_000, rounds: 40 };
/** Changes to the record that a browser shows. */
const changes = 100;
/** Milliseconds between two changes. */
const pause = 1_000;
/** Connections per person, below the limit. */
const perPerson = 25;
/** Milliseconds within which a change has to reach all. */
const timeout = 30_000;
const administratorRoleId = "00000000-0000-4000-8000-000000000001";

/** Each stream has its own connection. */
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** @typedef {Record<string, string>} Headers */
/** @typedef {{ closers: (() => void)[], heard: (id: string, at: number) => void, lost: number }} Streams */

/**
 * The latency of a change to all connected clients, and the cost of a connection: through the web process, and ten
 * times as many to the API alone.
 * @param {{ browser: import("@playwright/test").Browser, product: import("./lib/product.mjs").Product, report:
 * import("./lib/report.mjs").Report }} options
 */
export async function measureLive({ browser, product, report }) {
  const { origin, apiOrigin } = product;
  const administrator = await apiHeaders(apiOrigin);
  const people = await makePeople(
    apiOrigin,
    administrator,
    (throughWeb.connections + onApi.connections) / perPerson + 1,
  );
  report.section(`A change that somebody else made, in a browser (${changes} changes)`);
  const painted = await untilPainted({ browser, product, administrator, reader: people.shift() ?? "" });
  report.add("call that changes to notice painted, median", median(painted), "ms");
  report.add("call that changes to notice painted, p95", quantile(painted, 0.95), "ms", { max: 150 });
  const measured = { apiOrigin, administrator, report, memoryOfEach: product.memoryOfEach };
  report.section(`${throughWeb.connections} event streams through the web process`);
  await measureStreams(measured, {
    ...throughWeb,
    people: people.splice(0, throughWeb.connections / perPerson),
    connect: (userName) => browserHeaders(origin, userName),
    hub: `${origin}/api/hubs/notifications`,
    processes: ["API", "web process"],
    max: 250,
  });
  report.section(`${onApi.connections} event streams of the API alone`);
  await measureStreams(measured, {
    ...onApi,
    people,
    connect: (userName) => signedInHeaders(apiOrigin, userName, adminPassword),
    hub: `${apiOrigin}/notifications`,
    processes: ["API"],
  });
}

/**
 * @param {string} apiOrigin
 * @param {Headers} administrator
 * @param {number} count
 * @returns {Promise<string[]>} names of administrators
 */
async function makePeople(apiOrigin, administrator, count) {
  const names = Array.from({ length: count }, (_, index) => `bench-live-${index}`);
  for (const userName of names)
    await send(`${apiOrigin}/users/create`, administrator, {
      body: { userName, password: adminPassword, roleIds: [administratorRoleId] },
    });
  return names;
}

/**
 * @param {{ apiOrigin: string, administrator: Headers, report: import("./lib/report.mjs").Report, memoryOfEach: () => number[] }} measured
 * @param {{ connections: number, rounds: number, people: string[], connect: (userName: string) => Promise<Headers>, hub: string,
 *   processes: string[], max?: number }} options
 */
async function measureStreams(measured, { connections, rounds, people, connect, hub, processes, max }) {
  const { apiOrigin, administrator, report, memoryOfEach } = measured;
  const before = memoryOfEach();
  /** @type {Streams} */
  const streams = { closers: [], heard: () => {}, lost: 0 };
  for (const userName of people) {
    const headers = await connect(userName);
    const opened = Array.from({ length: perPerson }, () => open(hub, headers, streams));
    streams.closers.push(...(await Promise.all(opened)));
  }
  const after = memoryOfEach();
  const others = requestRepeatedly(apiOrigin, administrator);
  /** @type {number[]} */
  const delays = [];
  for (let round = 0; round < rounds; round += 1) {
    delays.push(...(await tellAll(round)));
    await sleep(pause);
  }
  const answers = await others.stop();
  for (const close of streams.closers) close();
  report.add("answer of a change to its arrival, median", quantile(delays, 0.5), "ms");
  report.add("answer of a change to its arrival, p95", quantile(delays, 0.95), "ms", { max });
  report.add(`p99 of ${answers.length} other requests meanwhile`, quantile(answers, 0.99), "ms", {
    max: 500,
  });
  report.add("streams that ended unasked", streams.lost, "", { max: 0 });
  for (const [index, name] of processes.entries())
    report.add(
      `memory of a connection in the ${name}`,
      (((after[index] ?? 0) - (before[index] ?? 0)) * 1024) / connections,
      "kB",
    );

  /** @param {number} round @returns {Promise<number[]>} milliseconds to each stream */
  async function tellAll(round) {
    /** @type {Map<string, number[]>} */
    const arrivals = new Map();
    const all = new Promise((resolve) => {
      streams.heard = (id, at) => {
        const times = arrivals.get(id) ?? [];
        times.push(at);
        arrivals.set(id, times);
        if (times.length === connections) resolve(undefined);
      };
    });
    const body = { roleName: `Bench live ${connections} ${round}` };
    const roleId = String(await send(`${apiOrigin}/roles`, administrator, { body }));
    const committed = performance.now();
    const late = new Promise((_, reject) =>
      setTimeout(
        () =>
          reject(
            new Error(
              `A change had reached ${arrivals.get(roleId)?.length ?? 0} of ${connections} after 30 s, ${streams.lost} had ended.`,
            ),
          ),
        timeout,
      ).unref(),
    );
    await Promise.race([all, late]);
    return (arrivals.get(roleId) ?? []).map((at) => Math.max(0, at - committed));
  }
}

/**
 * Requests a list repeatedly, as an active user would.
 * @param {string} apiOrigin
 * @param {Headers} headers
 */
function requestRepeatedly(apiOrigin, headers) {
  /** @type {number[]} */
  const answers = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) answers.push(await timed(() => get(`${apiOrigin}/roles?pageLimit=10`, headers)));
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return answers;
    },
  };
}

/**
 * @param {{ browser: import("@playwright/test").Browser, product: import("./lib/product.mjs").Product, administrator:
 * Headers, reader: string }} options
 * @returns {Promise<number[]>} milliseconds from sending a change of a record until its view shows it
 */
async function untilPainted({ browser, product: { origin, apiOrigin }, administrator, reader }) {
  const role = `${apiOrigin}/roles`;
  const roleId = await send(role, administrator, { body: { roleName: "Bench painted" } });
  const context = await signedInContext(browser, origin, reader);
  const page = await context.newPage();
  const listens = page.waitForResponse((response) => response.url().includes("/hubs/notifications?id="));
  await page.goto(`${origin}/roles/${roleId}`);
  await listens;
  /** @type {number[]} */
  const delays = [];
  for (let change = 0; change < changes; change += 1) {
    // A timer right behind a frame runs once the frame is painted.
    const painted = page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      const isThere = () => document.body.textContent.includes("changed this just now");
      while (!isThere()) await frame();
      await new Promise((resolve) => setTimeout(resolve));
      return performance.timeOrigin + performance.now();
    });
    const from = performance.timeOrigin + performance.now();
    const body = { roleName: `Bench painted ${change}` };
    await send(`${role}/${roleId}`, administrator, { method: "PUT", body });
    delays.push((await painted) - from);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("changed this just now").waitFor({ state: "hidden" });
  }
  await context.close();
  return delays;
}

/**
 * Opens a stream like SignalR's client, and reads the ids of changed roles from it.
 * @param {string} hub
 * @param {Headers} headers
 * @param {Streams} streams receives the ids
 * @returns {Promise<() => void>} closes it
 */
async function open(hub, headers, streams) {
  const { connectionToken } = /** @type {{ connectionToken: string }} */ (
    await send(`${hub}/negotiate?negotiateVersion=1`, headers)
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
          // Changes in quick succession arrive in one message.
          for (const [, ids = ""] of String(text).matchAll(/"collection":"roles","ids":\[([^\]]*)\]/g))
            for (const id of ids.match(/[\w-]+/g) ?? []) streams.heard(id, at);
        });
        let isClosed = false;
        response.on("close", () => {
          if (!isClosed) streams.lost += 1;
        });
        response.on("error", () => {});
        resolve(() => {
          isClosed = true;
          asked.destroy();
        });
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
