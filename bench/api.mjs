import autocannon from "autocannon";
import { apiHeaders, get } from "./lib/http.mjs";
import { median, quantile, timed } from "./lib/statistics.mjs";

const path = "/users?pageLimit=10";
const connections = 20;
const seconds = 10;
const rounds = 2_000;

/**
 * The users list at the API itself: how many pages of 10 rows with an exact total it answers a second, and how soon.
 * @param {{ apiOrigin: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureApi({ apiOrigin, report }) {
  const headers = await apiHeaders(apiOrigin);
  const url = apiOrigin + path;
  const { totalCount } = /** @type {{ totalCount: number }} */ (await get(url, headers));
  report.section(`API: GET ${path}, 10 of ${totalCount} rows with the exact total`);
  const ask = (/** @type {number} */ duration) => autocannon({ url, headers, connections, duration });
  await ask(3);
  const load = await ask(seconds);
  report.add(`answers a second at ${connections} connections`, load.requests.average, "/s", {
    min: 1_500,
    note: `median ${load.latency.p50} ms, p99 ${load.latency.p99} ms; Directus 298 and a bare Node server 617 where these were taken`,
  });
  report.add("answers that were none", load.errors + load.timeouts + load.non2xx, "", { max: 0 });
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(() => get(url, headers)));
  const settled = times.slice(rounds / 10);
  report.add("one after the other, median", median(settled), "ms", {
    max: 3,
    note: "Directus 4.7 and a bare Node server 3.2 where these were taken",
  });
  report.add("one after the other, p99", quantile(settled, 0.99), "ms");
}
