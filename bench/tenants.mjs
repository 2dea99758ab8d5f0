import { setTimeout as sleep } from "node:timers/promises";
import { newDatabase } from "./lib/database.mjs";
import { apiHeaders, get } from "./lib/http.mjs";
import { seed, startProduct } from "./lib/product.mjs";
import { interleaved, median } from "./lib/statistics.mjs";

const usersEach = 5;
const rounds = 300;
const settleSeconds = 5;

/**
 * The cost of many tenants beside one: two products run at once and are requested in turn.
 * @param {string} serverUrl connects to the database server
 * @param {number} total
 * @param {import("./lib/report.mjs").Report} report
 */
export async function measureTenants(serverUrl, total, report) {
  report.section(`${total} tenants beside one (median of ${rounds})`);
  const products = [];
  try {
    for (const count of [1, total]) products.push(await startWith(serverUrl, count));
    await sleep(settleSeconds * 1000);
    const [one, many] = /** @type {[Started, Started]} */ (products);
    report.add("start", many.secondsToReady / one.secondsToReady, "x", {
      max: 1.5,
      note: `${one.secondsToReady.toFixed(2)} s and ${many.secondsToReady.toFixed(2)} s`,
    });
    const ask = async (/** @type {string} */ name, /** @type {string} */ path, /** @type {number} */ max) => {
      const [few = [], more = []] = await interleaved(
        rounds,
        [one, many].map(({ apiOrigin, headers }) => {
          const [, tenant = ""] = path.split("/");
          return () => get(apiOrigin + path, headers[tenant] ?? {});
        }),
      );
      const [ours, alone] = [median(more), median(few)];
      report.add(name, ours / alone, "x", {
        max,
        note: `${alone.toFixed(2)} ms and ${ours.toFixed(2)} ms`,
      });
    };
    await ask("a small call of one tenant", "/tenant-0001/settings/version", 1.25);
    await ask("who one is", "/tenant-0001/user", 1.25);
    await ask("users of one tenant", "/tenant-0001/users?pageLimit=10", 1.25);
    await ask("page 1 of the tenants", "/main/tenants?pageLimit=10", 10);
    await ask("tenants by a phrase", "/main/tenants?pageLimit=10&phrase=tenant-0001", 10);
    const [few, more] = [one.memory(), many.memory()];
    report.add("memory of API and web after that", more / few, "x", {
      max: 1.25,
      note: `${few.toFixed(0)} MB and ${more.toFixed(0)} MB`,
    });
  } finally {
    await Promise.all(products.map(({ stop }) => stop()));
  }
}

/** @typedef {import("./lib/product.mjs").Product & { headers: Record<string, Record<string, string>> }} Started */

/**
 * A product with that many tenants beside the host.
 * @param {string} serverUrl
 * @param {number} count
 * @returns {Promise<Started>} `headers` are those of a signed-in administrator, by tenant
 */
async function startWith(serverUrl, count) {
  const databaseUrl = await newDatabase(serverUrl, `bench_tenants_${count}`);
  await seed({ DATABASE_URL: databaseUrl }, "--tenants", String(count), "--users", String(usersEach));
  const product = await startProduct(databaseUrl, { MULTI_TENANCY: "on" });
  const [main, first] = [
    await apiHeaders(`${product.apiOrigin}/main`),
    await apiHeaders(`${product.apiOrigin}/tenant-0001`),
  ];
  return { ...product, headers: { main, "tenant-0001": first } };
}
