import type { TenantLocation } from "./tenant-location";

const names = { prefix: "x-hub-prefix", tenant: "x-hub-tenant", path: "x-hub-path" } as const;

/** The query of the address, with its `?`. */
export const searchHeader = "x-hub-search";

/** Headers that pass the tenant location from the middleware to the pages; clients cannot set them. */
export function tenantLocationHeaders({ prefix, tenant, path }: TenantLocation): Record<string, string> {
  return { [names.prefix]: prefix, [names.path]: path, [names.tenant]: tenant ?? "" };
}

/** The tenant location set by the middleware; undefined if the request did not pass it. */
export function tenantLocationFrom(headers: Headers): TenantLocation | undefined {
  const path = headers.get(names.path);
  if (path === null) return undefined;
  return { prefix: headers.get(names.prefix) ?? "", path, tenant: headers.get(names.tenant) || undefined };
}
