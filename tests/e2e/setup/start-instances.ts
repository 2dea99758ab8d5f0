import { join } from "node:path";
import { ensureBuilt } from "../../../scripts/lib/build.mjs";
import { startProduct } from "../../support/product";
import { type InstancePlan, instancePlans, linksOfInstances, publishInstances } from "./instances";

/** Starts one product for each plan, as `npm start` does, on free ports and empty data directories. */
export default async function startInstances() {
  await ensureBuilt();
  const started = await Promise.all(instancePlans.map(startPlanned));
  publishInstances(started.map(({ instance }) => instance));
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
}

async function startPlanned(plan: InstancePlan) {
  const { basePath, appTitle, tenants } = plan;
  const product = await startProduct({
    settings: {
      BASE_PATH: basePath || undefined,
      APP_TITLE: appTitle === "Hub" ? undefined : appTitle,
      ...(basePath ? linksOfInstances : {}),
      MULTI_TENANCY: tenants.length ? "on" : undefined,
    },
    tenants: tenants.filter((tenant) => tenant !== "main"),
  });
  const { origin, apiOrigin, adminUser, adminPassword, dataDirectory } = product;
  const outbox = join(dataDirectory, "outbox");
  return {
    instance: { ...plan, origin, apiOrigin, adminUser, adminPassword, outbox },
    stop: async () => {
      await product.stop();
    },
  };
}
