import { setTimeout as sleep } from "node:timers/promises";
import { withDatabase } from "./lib/database.mjs";
import { apiHeaders, get, send, signedInHeaders } from "./lib/http.mjs";
import { interleaved, median, timed } from "./lib/statistics.mjs";

const rounds = 3_000;
const roleCount = 100;
const permissionCount = 1_000;
const manyHolders = 100_000;

/**
 * The cost of identifying a request's caller, tenant and permissions; and of changes to a role with very many users.
 * @param {{ apiOrigin: string, databaseUrl: string, report: import("./lib/report.mjs").Report }} options
 */
export async function measureAccess({ apiOrigin, databaseUrl, report }) {
  const administrator = await apiHeaders(apiOrigin);
  await withDatabase(databaseUrl, async (client) => {
    const person = await personWithManyRoles(apiOrigin, administrator, client);
    report.section(
      `Who may do what (${roleCount} roles of ${permissionCount} permissions each, median of ${rounds})`,
    );
    // Both take a connection and a transaction of the database; only one identifies the caller.
    const [plain = [], one = [], many = []] = await interleaved(rounds, [
      () => get(`${apiOrigin}/ready`, person),
      () => get(`${apiOrigin}/settings/version`, administrator),
      () => get(`${apiOrigin}/settings/version`, person),
    ]);
    report.add("a request that nobody has to be known for", median(plain), "ms");
    report.add("added for the administrator", median(one) - median(plain), "ms", { max: 0.3 });
    report.add(`added for a holder of ${roleCount} roles`, median(many) - median(plain), "ms", {
      max: 0.3,
    });
    await measureRoleOfMany(apiOrigin, administrator, client, report);
  });
}

/**
 * @param {string} apiOrigin
 * @param {Record<string, string>} administrator
 * @param {import("pg").Client} client
 */
async function personWithManyRoles(apiOrigin, administrator, client) {
  const body = { userName: "bench-access", password: "Correct-horse-7", roleIds: [] };
  const userId = await send(`${apiOrigin}/users/create`, administrator, { body });
  // Unknown names permit nothing, but are aggregated, sorted and read like any other.
  await client.query(
    `with made as (
      insert into roles (tenant_id, role_name, permissions)
      select tenant_id, 'Bench ' || n, (select array_agg('Bench' || p || 'View_EditAction') from generate_series(1, $2::integer) p)
      from tenants, generate_series(1, $1::integer) n where identifier = 'main' returning tenant_id, role_id
    )
    insert into user_roles (tenant_id, user_id, role_id) select tenant_id, $3, role_id from made`,
    [roleCount, permissionCount, userId],
  );
  return signedInHeaders(apiOrigin, body.userName, body.password);
}

/**
 * @param {string} apiOrigin
 * @param {Record<string, string>} administrator
 * @param {import("pg").Client} client
 * @param {import("./lib/report.mjs").Report} report
 */
async function measureRoleOfMany(apiOrigin, administrator, client, report) {
  const roleId = await send(`${apiOrigin}/roles`, administrator, { body: { roleName: "Bench: everybody" } });
  const { rowCount } = await client.query(
    `insert into user_roles (tenant_id, user_id, role_id)
     select tenant_id, user_id, $1 from users where archived_on is null limit $2`,
    [roleId, manyHolders],
  );
  report.section(`A role that ${rowCount} hold`);
  const secondsOf = async (/** @type {() => Promise<unknown>} */ work) => (await timed(work)) / 1000;
  const body = [{ permissionId: "UserView", permissionValue: true }];
  const saved = () =>
    send(`${apiOrigin}/roles/${roleId}/permissions`, administrator, { method: "PUT", body });
  report.add("saving its permissions", await secondsOf(saved), "s", { max: 1 });
  const told = await secondsOf(() => waitForDeferredWork(client));
  report.add("until all holders were told", told, "s");
  const deleted = () => send(`${apiOrigin}/roles?roleIds=${roleId}`, administrator, { method: "DELETE" });
  report.add("deleting it", await secondsOf(deleted), "s", { max: 1 });
  const rid = await secondsOf(() => waitForDeferredWork(client));
  report.add("until all holders were told and rid of it", rid, "s");
}

/** @param {import("pg").Client} client */
async function waitForDeferredWork(client) {
  for (;;) {
    const { rows } = await client.query("select exists (select from deferred_work) as is_left");
    if (!rows[0].is_left) return;
    await sleep(50);
  }
}
