import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import autocannon from "autocannon";
import { root } from "../scripts/lib/root.mjs";
import { handWrittenSearch, someName } from "./api.mjs";
import { startBareServer } from "./lib/bare-server.mjs";
import { withDatabase } from "./lib/database.mjs";
import { apiHeaders, browserHeaders } from "./lib/http.mjs";
import { childrenOf, parentOf, stopwatch } from "./lib/processes.mjs";
import { adminUser, startProduct } from "./lib/product.mjs";
import { longest, probe, timeByPart } from "./lib/profile.mjs";

const connections = 20;
/** Numbers of requests for warming up, and measured: a duration would contain too few on a busy machine. */
const warmUp = 3_000;
const amount = 5_000;

/**
 * The cost of a request: processor time of API and PostgreSQL, statements, round trips and socket writes, and the
 * distribution of the time over parts of a profile. Beside it a bare server with the same responses.
 * @param {{ databaseUrl: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureRequest({ databaseUrl, report }) {
  const directory = mkdtempSync(join(tmpdir(), "hub-probe-"));
  const product = await startProduct(databaseUrl, {
    PROBE_DIR: directory,
    NODE_OPTIONS: `--import ${pathToFileURL(join(root, "bench/lib/probe.mjs")).href}`,
  });
  const { tenantId, phrase, hits, values, postmaster } = await facts(databaseUrl);
  const bare = await startBareServer(databaseUrl, bareStatements({ tenantId, values, userName: adminUser }));
  try {
    const [api = 0, web = 0] = product.pids();
    const [direct, browser] = [await apiHeaders(product.apiOrigin), await browserHeaders(product.origin)];
    const at = { directory, api, web, bare: bare.pid, postmaster, report };
    const list = (/** @type {number} */ rows) => `/users?pageLimit=${rows}`;
    const search = `${list(10)}&phrase=${phrase}`;
    const ofApi = (/** @type {string} */ path) => ({ url: product.apiOrigin + path, headers: direct });
    await measureCall(`list of 10`, { ...ofApi(list(10)), bareUrl: `${bare.origin}/list10` }, at);
    await measureCall(`list of 100`, { ...ofApi(list(100)), bareUrl: `${bare.origin}/list100` }, at);
    await measureCall("GET user", { ...ofApi("/user"), bareUrl: `${bare.origin}/user` }, at);
    await measureCall(`phrase with ${hits} hits`, { ...ofApi(search), bareUrl: `${bare.origin}/search` }, at);
    const viaBff = { url: `${product.origin}/api${list(10)}`, headers: browser };
    await measureCall("list of 10 through the BFF", viaBff, at);
  } finally {
    bare.stop();
    await product.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {{ url: string, headers: Record<string, string>, bareUrl?: string }} call
 * @param {{ directory: string, api: number, web: number, bare: number, postmaster: number, report: import("./lib/report.mjs").Report }} at
 */
async function measureCall(
  name,
  { url, headers, bareUrl },
  { directory, api, web, bare, postmaster, report },
) {
  report.section(`${name}, at ${connections} connections`);
  const ask = (/** @type {number} */ amount, to = url) =>
    autocannon({ url: to, headers, connections, amount });
  const isBff = bareUrl === undefined;
  const processes = isBff ? [api, web] : [api];
  const each = (/** @type {Parameters<typeof probe>[2]} */ what) =>
    Promise.all(processes.map((pid) => probe(directory, pid, what)));
  await ask(warmUp);

  await each("reset");
  const spent = stopwatch({ API: [api], web: [web], PostgreSQL: [postmaster, ...childrenOf(postmaster)] });
  const { requests, non2xx, errors } = await ask(amount);
  const times = spent(requests.total);
  const [counts, ofWeb] = await each("counts");
  report.add("answers a second", requests.average, "/s", {
    note: non2xx + errors ? `${non2xx + errors} were none` : undefined,
  });
  for (const [of, time] of Object.entries(times))
    if (of !== "web" || isBff) report.add(`processor time of ${of}`, time, "ms");
  for (const [what, key] of /** @type {const} */ ([
    ["statements", "statements"],
    ["round trips to the database", "roundTrips"],
    ["socket writes to the database", "toDatabase"],
    ["socket writes to the caller", "toCaller"],
  ]))
    report.add(what, counts[key] / requests.total, "");
  if (ofWeb)
    report.add("socket writes of the web process", (ofWeb.toApi + ofWeb.toCaller) / requests.total, "");

  await each("profile");
  await ask(amount);
  const profiles = await each("profiled");
  for (const [index, profile] of profiles.entries())
    reportParts(index === 0 ? "API" : "web", profile, times, report);
  if (bareUrl) await measureBare(bareUrl, { bare, postmaster, report, ask }, times);
}

/**
 * Distributes the processor time of a request over the parts of a profile.
 * @param {"API" | "web"} of the process
 * @param {import("./lib/profile.mjs").Profile} profile
 * @param {Record<string, number>} times milliseconds of each process
 * @param {import("./lib/report.mjs").Report} report
 */
function reportParts(of, profile, times, report) {
  const parts = timeByPart(profile);
  const idle = parts.get("idle") ?? 0;
  parts.delete("idle");
  const busy = [...parts.values()].reduce((sum, time) => sum + time, 0);
  const tell = (/** @type {number} */ time) => (((times[of] ?? 0) * time) / busy) * 1000;
  for (const [part, time] of [...parts].sort(([, a], [, b]) => b - a))
    report.add(`  ${of}: ${part}`, tell(time), "µs", { note: `${((100 * time) / busy).toFixed(1)} %` });
  report.add(`  ${of}: idle`, (100 * idle) / (idle + busy), "% of the time");
  for (const [name, time] of longest(profile, Number(process.env.BENCH_FUNCTIONS ?? 0)))
    console.log(`    ${tell(time).toFixed(1).padStart(8)} µs  ${name}`);
}

/**
 * @param {string} url
 * @param {{ bare: number, postmaster: number, report: import("./lib/report.mjs").Report, ask: (amount: number, to: string) => Promise<autocannon.Result> }} at
 * @param {Record<string, number>} ours
 */
async function measureBare(url, { bare, postmaster, report, ask }, ours) {
  await ask(warmUp, url);
  const spent = stopwatch({ server: [bare], PostgreSQL: [postmaster, ...childrenOf(postmaster)] });
  const { requests } = await ask(amount, url);
  const theirs = spent(requests.total);
  report.add("answers a second of a bare server", requests.average, "/s");
  report.add("processor time of a bare server", theirs.server ?? 0, "ms");
  report.add("processor time of PostgreSQL for it", theirs.PostgreSQL ?? 0, "ms");
  const sum = ({ API = 0, server = 0, PostgreSQL = 0 }) => API + server + PostgreSQL;
  report.add("processor time, against the bare server", sum(ours) / sum(theirs), "x");
}

/** @param {string} databaseUrl */
async function facts(databaseUrl) {
  const postmaster = await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query("select pg_backend_pid() as pid");
    return parentOf(rows[0].pid);
  });
  if (postmaster === undefined)
    throw new Error("The processor time of PostgreSQL is read on its own machine.");
  return { postmaster, ...(await someName(databaseUrl)) };
}

const shown = "user_id, user_name, first_name, last_name, email, last_login_on, created_on, created_by_name";

/**
 * Hand-written statements for the same responses that count all rows each time, and check no permissions.
 * @param {{ values: readonly unknown[], tenantId: string, userName: string }} facts
 */
function bareStatements({ values, tenantId, userName }) {
  const page = (/** @type {number} */ rows) => `
    select ${shown}, (select count(*) from users where tenant_id = $1 and archived_on is null) as total
    from users where tenant_id = $1 and archived_on is null order by last_name_sort, user_id limit ${rows}`;
  const user = `select ${shown} from users where tenant_id = $1 and user_name = $2 and archived_on is null`;
  return [
    { name: "list10", text: page(10), values: [tenantId] },
    { name: "list100", text: page(100), values: [tenantId] },
    { name: "user", text: user, values: [tenantId, userName] },
    { name: "search", text: handWrittenSearch, values },
  ];
}
