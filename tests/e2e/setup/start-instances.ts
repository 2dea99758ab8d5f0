import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "../../../scripts/lib/build.mjs";
import { startPostgres } from "../../../scripts/lib/postgres.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import shareNewDatabase from "../../support/new-database";
import { startProduct } from "../../support/product";
import { type InstancePlan, instancePlans, linksOfInstances, publishInstances } from "./instances";

const cheapPasswords = pathToFileURL(join(root, "tests/support/cheap-passwords.mjs")).href;

/** Starts one product for each plan, like `npm start`, on free ports with empty data directories. */
export default async function startInstances() {
  await ensureBuilt();
  await shareNewDatabase();
  const postgres = await startPostgres();
  const started = await Promise.all(instancePlans.map((plan) => startPlanned(plan, postgres.url))).catch(
    async (error: unknown) => {
      await postgres.stop();
      throw error;
    },
  );
  publishInstances(started.map(({ instance }) => instance));
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    await postgres.stop();
  };
}

async function startPlanned(plan: InstancePlan, postgresUrl: string) {
  const { basePath, appTitle, tenants, database } = plan;
  const databaseUrl = database === "postgres" ? postgresUrl : undefined;
  const product = await startProduct({
    settings: {
      BASE_PATH: basePath || undefined,
      APP_TITLE: appTitle === "Hub" ? undefined : appTitle,
      ...(basePath ? linksOfInstances : {}),
      MULTI_TENANCY: tenants.length ? "on" : undefined,
      NODE_OPTIONS: `--import ${cheapPasswords}`,
      DATABASE_URL: databaseUrl,
    },
    tenants: tenants.filter((tenant) => tenant !== "main"),
  });
  const { origin, apiOrigin, adminUser, adminPassword, dataDirectory } = product;
  const outbox = join(dataDirectory, "outbox");
  return {
    instance: { ...plan, origin, apiOrigin, adminUser, adminPassword, outbox, databaseUrl },
    stop: async () => {
      await product.stop();
    },
  };
}
