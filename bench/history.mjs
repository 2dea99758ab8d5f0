import { startBareServer } from "./lib/bare-server.mjs";
import { mainTenant, withDatabase } from "./lib/database.mjs";
import { apiHeaders, get, send } from "./lib/http.mjs";
import { interleaved, median, quantile, timed } from "./lib/statistics.mjs";

const rounds = 20;
/** Saves per round, with and without the history. */
const saves = 15;

/**
 * The history's cost for saves, and the latency of the audit log and the search over everything.
 * @param {{ apiOrigin: string, databaseUrl: string, users: number, report: import("./lib/report.mjs").Report }} options
 */
export async function measureHistory({ apiOrigin, databaseUrl, users, report }) {
  const headers = await apiHeaders(apiOrigin);
  await withDatabase(databaseUrl, async (client) => {
    await measureSaves({ client, apiOrigin, headers, report });
    await measureAudit({ client, databaseUrl, apiOrigin, headers, report, entries: users * 10 });
    await measureEverywhere({ apiOrigin, headers, users, report });
  });
}

/** @typedef {{ apiOrigin: string, headers: Record<string, string>, report: import("./lib/report.mjs").Report }} Measured */

/** @param {Measured & { client: import("pg").Client }} options */
async function measureSaves({ client, apiOrigin, headers, report }) {
  report.section(`A role saved through the API, with its history and without (${rounds * saves} each)`);
  const { rows: triggers } = await client.query(`
    select tgname as name from pg_trigger join pg_proc p on p.oid = tgfoid
    where tgrelid = 'roles'::regclass and not tgisinternal and p.prosrc like '%insert into history%'`);
  if (triggers.length === 0) throw new Error("Nothing writes the history of roles.");
  const roleId = await send(`${apiOrigin}/roles`, headers, { body: { roleName: "Bench history" } });
  /** @type {{ on: number[], off: number[] }} */
  const took = { on: [], off: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const state of /** @type {const} */ (["off", "on"])) {
      for (const { name } of triggers)
        await client.query(
          `alter table roles ${state === "on" ? "enable" : "disable"} trigger ${client.escapeIdentifier(name)}`,
        );
      for (let save = 0; save < saves; save += 1) {
        const body = { roleName: `Bench history ${state} ${round} ${save}` };
        const role = `${apiOrigin}/roles/${roleId}`;
        took[state].push(await timed(() => send(role, headers, { method: "PUT", body })));
      }
    }
  const [on, off] = [median(took.on), median(took.off)];
  report.add("a save costs, median", on / off, "x", {
    max: 1.3,
    note: `${on.toFixed(1)} ms with, ${off.toFixed(1)} ms without`,
  });
}

/** @param {Measured & { client: import("pg").Client, databaseUrl: string, entries: number }} options */
async function measureAudit({ client, databaseUrl, apiOrigin, headers, report, entries }) {
  report.section(`All changes, over ${entries} of them (median of ${rounds}, ms)`);
  const tenant = await mainTenant(client);
  await client.query(
    `insert into history (tenant_id, collection, record_id, record_name, type, changed_on, changed_by_name, previous, current)
     select $1, (array['users', 'users', 'users', 'roles', 'attachments'])[n % 5 + 1], gen_random_uuid(), 'Record ' || n,
       'UserUpdated', now() - n * interval '3 seconds', 'Person ' || n % 997, '{"lastName": "Byron"}', '{"lastName": "Murray"}'
     from generate_series(1, $2::int) n`,
    [tenant, entries],
  );
  await client.query("vacuum analyze history");
  // A common index for all collections would have to be written by each change; each collection's own is read instead.
  const seen = (
    await client.query("select distinct collection as name from history where tenant_id = $1", [tenant])
  ).rows;
  const newest = seen
    .map(
      (_, at) =>
        `(select * from history where tenant_id = $1 and collection = $${at + 2} order by changed_on desc, history_id desc limit 25)`,
    )
    .join(" union all ");
  const statement = {
    name: "newest",
    text: `select history_id, collection, record_id, record_name, type, changed_on, changed_by, changed_by_name, address
      from (${newest}) h order by changed_on desc, history_id desc limit 25`,
    values: [tenant, ...seen.map(({ name }) => name)],
  };
  const bare = await startBareServer(databaseUrl, [statement]);
  try {
    const [api = [], served = []] = await interleaved(rounds, [
      () => get(`${apiOrigin}/audit?pageLimit=25`, headers),
      () => get(`${bare.origin}/${statement.name}`, {}),
    ]);
    report.addRatio("first page, beside a bare server of the best SQL", {
      API: median(api),
      "bare server": median(served),
    });
  } finally {
    bare.stop();
  }
}

/** @param {Measured & { users: number }} options */
async function measureEverywhere({ apiOrigin, headers, users, report }) {
  report.section(`One phrase over all collections, with ${users} users`);
  for (const phrase of ["ad", "anna", "mar", "zzzz nobody"]) {
    const [took = []] = await interleaved(rounds, [
      () => get(`${apiOrigin}/search?${new URLSearchParams({ phrase })}`, headers),
    ]);
    report.add(`'${phrase}' everywhere, p95`, quantile(took, 0.95), "ms", { max: 200 });
  }
}
