import { withDatabase } from "./lib/database.mjs";
import { apiHeaders, get } from "./lib/http.mjs";
import { interleaved, median } from "./lib/statistics.mjs";

const pageLimit = 10;
const rounds = 15;

/** Sort columns of the list with their database columns. */
const columns = {
  lastName: "last_name_sort",
  firstName: "first_name_sort",
  userName: "user_name_sort",
  email: "email_sort",
  lastLoginDate: "last_login_on",
  createdOn: "created_on",
  createdBy: "created_by_sort",
};
const nullable = "last_login_on";

/**
 * The users list through the API over HTTP beside hand-written SQL for the same response.
 * @param {{ apiOrigin: string, databaseUrl: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureLists({ apiOrigin, databaseUrl, report }) {
  report.section(`Users list: API over HTTP beside hand-written SQL (median of ${rounds}, ms)`);
  const headers = await apiHeaders(apiOrigin);
  await withDatabase(databaseUrl, (client) => compare(client, apiOrigin, headers, report));
}

/**
 * @param {import("pg").Client} client
 * @param {string} apiOrigin
 * @param {Record<string, string>} headers
 * @param {import("./lib/report.mjs").Report} report
 */
async function compare(client, apiOrigin, headers, report) {
  await client.query("vacuum analyze users");
  const { rows } = await client.query(`
    select t.tenant_id as tenant, (select sum(count) from record_counts c where c.tenant_id = t.tenant_id and counter = 'users') as total
    from tenants t where identifier = 'main'`);
  const { tenant, total } = rows[0];
  const hand = handWritten(client, tenant);
  const pages = Math.ceil(Number(total) / pageLimit);
  const { rare, common } = await phrases(client, tenant, Number(total));

  /** @type {{ name: string, query: Record<string, string | number>, sql: () => Promise<unknown> }[]} */
  const cases = [
    { name: "page 1", query: {}, sql: () => hand.page("last_name_sort", 0) },
    {
      name: `last page (${pages})`,
      query: { page: pages },
      sql: () => hand.fromEnd("last_name_sort", Number(total) - (pages - 1) * pageLimit),
    },
    {
      name: `middle page (${pages >> 1})`,
      query: { page: pages >> 1 },
      sql: () => hand.page("last_name_sort", ((pages >> 1) - 1) * pageLimit),
    },
    ...Object.entries(columns).flatMap(([sortBy, column]) =>
      /** @type {const} */ (["asc", "desc"]).map((sortDir) => ({
        name: `by ${sortBy}, ${sortDir}`,
        query: { sortBy, sortDir },
        sql: () => hand.page(column, 0, sortDir),
      })),
    ),
    {
      name: `rare phrase '${rare.text}' (${rare.hits})`,
      query: { phrase: rare.text },
      sql: () => hand.search(rare.text),
    },
    {
      name: `common phrase '${common.text}' (${common.hits})`,
      query: { phrase: common.text },
      sql: () => hand.search(common.text),
    },
  ];
  for (const { name, query, sql } of cases) {
    const parameters = new URLSearchParams(
      Object.entries({ pageLimit, ...query }).map(([key, value]) => [key, String(value)]),
    );
    const [api = [], direct = []] = await interleaved(rounds, [
      () => get(`${apiOrigin}/users?${parameters}`, headers),
      sql,
    ]);
    report.addRatio(name, { API: median(api), SQL: median(direct) });
  }
}

/**
 * Hand-written statements for one page and the exact total, using the schema's indexes.
 * @param {import("pg").Client} client
 * @param {string} tenant
 */
function handWritten(client, tenant) {
  const shown =
    "user_id, user_name, first_name, last_name, email, last_login_on, created_on, created_by_name";
  const living = "tenant_id = $1 and archived_on is null";
  const total = "(select sum(count) from record_counts where tenant_id = $1 and counter = 'users') as total";
  const text = String.raw`(first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort)`;
  /** @param {string} column @param {"asc" | "desc"} direction */
  const order = (column, direction) =>
    `${column} ${direction}${column === nullable ? (direction === "asc" ? " nulls first" : " nulls last") : ""}, user_id ${direction}`;
  return {
    /** @param {string} column @param {number} offset @param {"asc" | "desc"} [direction] */
    page: (column, offset, direction = "asc") =>
      client.query({
        name: `page ${column} ${direction}`,
        text: `with page as (select user_id from users where ${living} order by ${order(column, direction)} limit ${pageLimit} offset $2)
          select ${shown}, ${total} from page join users u using (user_id) where u.tenant_id = $1 order by ${order(column, direction)}`,
        values: [tenant, offset],
      }),
    /** @param {string} column @param {number} rows */
    fromEnd: (column, rows) =>
      client.query({
        name: `from end ${column}`,
        text: `select * from (select ${shown}, ${column}, ${total} from users where ${living} order by ${order(column, "desc")} limit $2) as page
          order by ${order(column, "asc")}`,
        values: [tenant, rows],
      }),
    /** @param {string} phrase */
    search: (phrase) =>
      client.query({
        name: "search",
        text: `with m as materialized (select user_id, last_name_sort from users where ${living} and ${text} like '%' || $2 || '%'),
          page as (select user_id from m order by last_name_sort, user_id limit ${pageLimit})
          select ${shown}, (select count(*) from m) as total from page join users u using (user_id) where u.tenant_id = $1
          order by last_name_sort, user_id`,
        values: [tenant, phrase],
      }),
  };
}

/**
 * A phrase with few hits and one that matches about a twentieth of all rows.
 * @param {import("pg").Client} client
 * @param {string} tenant
 * @param {number} total
 */
async function phrases(client, tenant, total) {
  const { rows } = await client.query(
    `select last_name_sort as text, count(*)::int as hits from users where tenant_id = $1 and archived_on is null
     group by 1 order by abs(count(*) - $2) limit 1`,
    [tenant, Math.round(total / 20)],
  );
  const { rows: some } = await client.query(
    `select user_name_sort as text from users where tenant_id = $1 and archived_on is null order by user_id offset $2 limit 1`,
    [tenant, Math.floor(total / 2)],
  );
  const hits = async (/** @type {string} */ text) => {
    const counted = await client.query(
      String.raw`select count(*)::int as hits from users where tenant_id = $1 and archived_on is null
        and (first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) like '%' || $2 || '%'`,
      [tenant, text],
    );
    return Number(counted.rows[0].hits);
  };
  const [common, rare] = [String(rows[0].text), String(some[0].text)];
  return { common: { text: common, hits: await hits(common) }, rare: { text: rare, hits: await hits(rare) } };
}
