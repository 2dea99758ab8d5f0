/** Running product under test. */
export interface Instance {
  name: InstanceName;
  /** Such as `http://localhost:34567`, without base path. */
  origin: string;
  basePath: string;
  /** Value of APP_TITLE, or its default. */
  appTitle: string;
  /** Tenants of the instance; empty without multi-tenancy. */
  tenants: readonly string[];
  /** The API's own address, without tenant. */
  apiOrigin: string;
  adminUser: string;
  adminPassword: string;
  /** Folder into which e-mails are written. */
  outbox: string;
  /** Undefined for the embedded database. */
  databaseUrl?: string;
}

export type InstanceName = "root" | "tenants";

export interface InstancePlan extends Pick<Instance, "name" | "basePath" | "appTitle" | "tenants"> {
  database: "embedded" | "postgres";
}

/**
 * Both extremes of address and database configuration (CF-01, CF-02, BE-02). tests/bff/addresses.test.ts covers a base path
 * without tenants.
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

/** Links configured for instances below a prefix; none at the root (SH-03, SH-04). */
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
