import { startBareServer } from "./lib/bare-server.mjs";
import { mainTenant, withDatabase } from "./lib/database.mjs";
import { apiHeaders, get } from "./lib/http.mjs";
import { interleaved, median } from "./lib/statistics.mjs";

const [attributes, onRecord, values] = [1_000, 100, 1_000_000];
/** Attributes of every record, shown as columns. */
const columns = 5;
const pageLimit = 25;
/** Enough for both servers to be compiled by the JIT. */
const rounds = 200;

/**
 * Records with many attributes through the API beside hand-written SQL for the same response: from a bare server, since
 * both use HTTP and JSON, and directly from the database.
 * @param {{ apiOrigin: string, databaseUrl: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureAttributes({ apiOrigin, databaseUrl, report }) {
  await withDatabase(databaseUrl, async (client) => {
    const made = await makeValues(client);
    report.section(
      `${attributes} attributes, ${onRecord} on a user, ${made.count} values: API beside a bare server of hand-written SQL (median of ${rounds}, ms)`,
    );
    await compare({ client, databaseUrl, apiOrigin, report }, made);
  });
}

/**
 * Attributes for the existing users, up to the number of values; the first are assigned to all users.
 * @param {import("pg").Client} client
 */
async function makeValues(client) {
  const tenant = await mainTenant(client);
  // Skips history and foreign keys for a million rows.
  await client.query("set session_replication_role = replica");
  await client.query(
    `create temporary table numbered as select number, time_ordered_uuid() as attribute_id,
       (array['Number', 'String', 'DateTime', 'Boolean', 'String'])[(number - 1) % 5 + 1] as type from generate_series(1, $1::int) as number`,
    [attributes],
  );
  await client.query(
    `insert into attributes (tenant_id, attribute_id, attribute_name, attribute_type_id)
     select $1, attribute_id, 'bench_' || number, type from numbered`,
    [tenant],
  );
  await client.query(
    `insert into attribute_assignments (tenant_id, attribute_id, attribute_assignment_type_id) select $1, attribute_id, 'user' from numbered`,
    [tenant],
  );
  const { rowCount } = await client.query(
    `with holders as (
       select user_id, (row_number() over (order by user_id))::int as place from users where tenant_id = $1 and archived_on is null
       limit $2::int
     )
     insert into user_attributes (tenant_id, user_id, attribute_id, attribute_type_id, text_value, number_value, boolean_value, day_value)
     select $1, user_id, attribute_id, type,
       case when type = 'String' then 'text ' || place % 997 else '' end,
       case when type = 'Number' then place % 10007 end,
       case when type = 'Boolean' then place % 3 = 0 end,
       case when type = 'DateTime' then date '2020-01-01' + place % 3000 end
     from holders join numbered on number <= $3::int
       or number > $3::int and (number - $3::int - 1) / $4::int = place % (($5::int - $3::int) / $4::int)`,
    [tenant, Math.floor(values / onRecord), columns, onRecord - columns, attributes],
  );
  await client.query("set session_replication_role = default");
  await client.query("vacuum analyze");
  const shown = await client.query(
    "select attribute_id as id from numbered where number <= $1 order by number",
    [columns],
  );
  const [user] = (
    await client.query("select user_id as id from user_attributes where tenant_id = $1 limit 1 offset 5000", [
      tenant,
    ])
  ).rows;
  return {
    tenant,
    count: rowCount,
    shown: shown.rows.map(({ id }) => String(id)),
    userId: String(user.id),
  };
}

/**
 * @param {{ client: import("pg").Client, databaseUrl: string, apiOrigin: string, report: import("./lib/report.mjs").Report }} measured
 * @param {Awaited<ReturnType<typeof makeValues>>} made
 */
async function compare({ client, databaseUrl, apiOrigin, report }, { tenant, shown, userId }) {
  const headers = await apiHeaders(apiOrigin);
  const living = "tenant_id = $1 and archived_on is null";
  const row =
    "u.user_id, u.user_name, u.first_name, u.last_name, u.email, u.last_login_on, u.created_on, u.created_by_name";
  const roles = `(select jsonb_agg(r.role_name) from user_roles ur join roles r using (tenant_id, role_id)
    where ur.tenant_id = $1 and ur.user_id = u.user_id and r.archived_on is null)`;
  const joins = shown
    .map(
      (_, at) =>
        `left join user_attributes v${at} on v${at}.tenant_id = $1 and v${at}.user_id = u.user_id and v${at}.attribute_id = $${at + 2}`,
    )
    .join(" ");
  const cells = shown
    .map((_, at) => `v${at}.text_value, v${at}.number_value, v${at}.boolean_value, v${at}.day_value`)
    .join(", ");
  const total = "(select sum(count) from record_counts where tenant_id = $1 and counter = 'users') as total";
  const page = (/** @type {string} */ from, /** @type {string} */ counted) => `
    with found as materialized (${from}), page as (select * from found order by last_name_sort, user_id limit ${pageLimit})
    select ${row}, ${cells}, ${roles}, ${counted} from page join users u using (user_id) ${joins} where u.tenant_id = $1
    order by page.last_name_sort, page.user_id`;
  const among = (/** @type {number} */ at, /** @type {string} */ holds) =>
    page(
      `select user_id, last_name_sort from users where ${living} and user_id in
         (select user_id from user_attributes where tenant_id = $1 and attribute_id = $${at + 2} and ${holds})`,
      "(select count(*) from found) as total",
    );
  const values = [tenant, ...shown];
  const list = (/** @type {Record<string, string>} */ query) =>
    `/users?${new URLSearchParams({ pageLimit: String(pageLimit), attributes: shown.join(","), ...query })}`;
  const [number, text] = shown;

  const cases = [
    {
      name: `all ${onRecord} attributes of a user`,
      path: `/users/${userId}/attributes?pageLimit=-1`,
      sql: {
        name: "values",
        text: `select a.attribute_id, a.attribute_name, a.attribute_type_id, a.attribute_format, a.attribute_csv_values, v.*
          from user_attributes v join attributes a using (tenant_id, attribute_id)
          where v.tenant_id = $1 and v.user_id = $2 and a.archived_on is null order by a.attribute_name_sort, v.user_attribute_id`,
        values: [tenant, userId],
      },
    },
    {
      name: "list without attributes",
      path: `/users?pageLimit=${pageLimit}`,
      sql: {
        name: "plain",
        text: `with page as (select user_id, last_name_sort from users where ${living} order by last_name_sort, user_id limit ${pageLimit})
          select ${row}, ${roles}, ${total} from page join users u using (user_id) where u.tenant_id = $1
          order by page.last_name_sort, page.user_id`,
        values: [tenant],
      },
    },
    {
      name: `list with ${columns} attributes as columns`,
      path: list({}),
      sql: {
        name: "list",
        text: page(
          `select user_id, last_name_sort from users where ${living} order by last_name_sort, user_id limit ${pageLimit}`,
          total,
        ),
        values,
      },
    },
    {
      name: "and sorted by a number",
      path: list({ sortBy: `attributes.${number}` }),
      sql: {
        name: "sorted",
        text: `with page as (
            select u.user_id, v.number_sort from users u
            left join user_attributes v on v.tenant_id = $1 and v.user_id = u.user_id and v.attribute_id = $2
            where u.tenant_id = $1 and u.archived_on is null order by v.number_sort nulls first, u.user_id limit ${pageLimit})
          select ${row}, ${cells}, ${roles}, ${total} from page join users u using (user_id) ${joins} where u.tenant_id = $1
          order by page.number_sort nulls first, page.user_id`,
        values,
      },
    },
    {
      name: "and filtered by a number",
      path: list({ filters: `attributes.${number}:between:100,400` }),
      sql: { name: "number", text: among(0, "number_sort between 100 and 400"), values },
    },
    {
      name: "and filtered by a text",
      path: list({ filters: `attributes.${text}:contains:12` }),
      sql: { name: "text", text: among(1, "fold(text_value) like '%12%'"), values },
    },
  ];
  const bare = await startBareServer(
    databaseUrl,
    cases.map(({ sql }) => sql),
  );
  try {
    for (const { name, path, sql } of cases) {
      const [api = [], served = [], direct = []] = await interleaved(rounds, [
        () => get(`${apiOrigin}${path}`, headers),
        () => get(`${bare.origin}/${sql.name}`, {}),
        () => client.query(sql),
      ]);
      report.addRatio(name, {
        API: median(api),
        "bare server": median(served),
        "SQL alone": median(direct),
      });
    }
  } finally {
    bare.stop();
  }
}
