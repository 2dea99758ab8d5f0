/** A running product that specs are driven against. */
export interface Instance {
  name: InstanceName;
  /** Such as `http://localhost:34567`, without base path. */
  origin: string;
  basePath: string;
  /** What APP_TITLE was set to, or its default. */
  appTitle: string;
  /** Tenants of the instance; empty while multi-tenancy is off. */
  tenants: readonly string[];
  /** The API's own address, without tenant. */
  apiOrigin: string;
  adminUser: string;
  adminPassword: string;
  /** The folder that e-mails are written into. */
  outbox: string;
}

export type InstanceName = "root" | "tenants";

export interface InstancePlan extends Pick<Instance, "name" | "basePath" | "appTitle" | "tenants"> {
  database: "embedded" | "postgres";
}

/**
 * The two ends of what a product's address and database can be (CF-01, CF-02, BE-02). A base path without tenants is
 * shown by tests/bff/addresses.test.ts.
 */
export const instancePlans: readonly InstancePlan[] = [
  { name: "root", basePath: "", appTitle: "Hub", tenants: [], database: "postgres" },
  {
    name: "tenants",
    basePath: "/admin",
    appTitle: "Harbour & Co.",
    tenants: ["acme", "main"],
    database: "embedded",
  },
];

/** What the instances below a prefix link to; at the root nothing is configured (SH-03, SH-04). */
export const linksOfInstances = {
  PRODUCT_URL: "https://product.example/",
  HUB_URL: "https://hub.example/apps",
} as const;

const variable = "HUB_E2E_INSTANCES";

/** Workers inherit the environment of the process that ran the global setup. */
export function publishInstances(instances: readonly Instance[]): void {
  process.env[variable] = JSON.stringify(instances);
}

export function publishedInstance(name: InstanceName): Instance {
  const instances = JSON.parse(process.env[variable] ?? "[]") as Instance[];
  const found = instances.find((instance) => instance.name === name);
  if (!found) throw new Error(`No instance '${name}' was started.`);
  return found;
}
