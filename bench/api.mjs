import autocannon from "autocannon";
import { startBareServer } from "./lib/bare-server.mjs";
import { mainTenant, withDatabase } from "./lib/database.mjs";
import { apiHeaders, get } from "./lib/http.mjs";
import { median, quantile, repeated, timed } from "./lib/statistics.mjs";

const path = "/users?pageLimit=10";
const connections = 20;
const seconds = 10;
const rounds = 2_000;
const wantedHits = 500;
const searchRounds = 5;
const searchSeconds = 4;

/**
 * The users list at the API itself: throughput and latency of pages of 10 rows with an exact total, and of searches,
 * beside a bare server.
 * @param {{ apiOrigin: string, databaseUrl: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureApi({ apiOrigin, databaseUrl, report }) {
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
  const times = await repeated(rounds, () => timed(() => get(url, headers)));
  const settled = times.slice(rounds / 10);
  report.add("one after the other, median", median(settled), "ms", {
    max: 3,
    note: "Directus 4.7 and a bare Node server 3.2 where these were taken",
  });
  report.add("one after the other, p99", quantile(settled, 0.99), "ms");
  await measureSearch({ apiOrigin, databaseUrl, headers, report });
}

/**
 * Searches with an exact total, beside a bare server with the same table and index but without authentication.
 * @param {{ apiOrigin: string, databaseUrl: string, headers: Record<string, string>, report:
 * import("./lib/report.mjs").Report }} options
 */
async function measureSearch({ apiOrigin, databaseUrl, headers, report }) {
  const { phrase, hits, values } = await someName(databaseUrl);
  const bare = await startBareServer(databaseUrl, [{ name: "search", text: handWrittenSearch, values }]);
  report.section(
    `Search for '${phrase}' with ${hits} hits and the exact total at ${connections} connections`,
  );
  /** @param {string} url */
  const ask = async (url) =>
    (await autocannon({ url, headers, connections, duration: searchSeconds })).requests.average;
  const urls = [`${apiOrigin}${path}&phrase=${phrase}`, `${bare.origin}/search`];
  try {
    for (const url of urls) await ask(url);
    const ratios = [];
    const [ours, theirs] = /** @type {[number[], number[]]} */ ([[], []]);
    for (let round = 0; round < searchRounds; round += 1) {
      const [api = 0, direct = 0] = [await ask(urls[0] ?? ""), await ask(urls[1] ?? "")];
      ours.push(api);
      theirs.push(direct);
      ratios.push(api / direct);
    }
    report.add("answers a second", median(ours), "/s");
    report.add("answers a second of a bare server", median(theirs), "/s");
    report.add("against the bare server", median(ratios), "x", { min: 1 });
  } finally {
    bare.stop();
  }
}

export const handWrittenSearch = String.raw`
  with found as materialized (
    select user_id, last_name_sort from users where tenant_id = $1 and archived_on is null
      and (first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) like $2
  )
  select user_id, user_name, first_name, last_name, email, last_login_on, created_on, created_by_name, (select count(*) from found) as total
  from (select user_id from found order by last_name_sort, user_id limit 10) as page join users using (user_id)
  where tenant_id = $1 order by last_name_sort, user_id`;

/**
 * The last name with a number of people closest to this.
 * @param {string} databaseUrl
 */
export function someName(databaseUrl) {
  return withDatabase(databaseUrl, async (client) => {
    const tenantId = await mainTenant(client);
    const { rows } = await client.query(
      `select last_name_sort as phrase, count(*) as hits from users
       where archived_on is null and last_name_sort ~ '^[a-z]+$' and tenant_id = $1
       group by 1 order by abs(count(*) - $2), 1 limit 1`,
      [tenantId, wantedHits],
    );
    const { phrase, hits } = rows[0];
    return { tenantId, phrase: String(phrase), hits: Number(hits), values: [tenantId, `%${phrase}%`] };
  });
}
