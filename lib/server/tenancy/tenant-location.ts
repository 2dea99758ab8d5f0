import { findTenant, type TenantPattern } from "../../tenancy/tenant-pattern";

export interface TenancySettings {
  basePath: string;
  /** Left out while multi-tenancy is off; no path changes then (CF-02). */
  tenantPattern?: TenantPattern;
}

/** Where an address lies: whose it is, and what it is without base path and tenant. */
export interface TenantLocation {
  /** Base path and tenant prefix as the canonical address has them; empty at the root. */
  prefix: string;
  tenant?: string;
  /** The app's own path, beginning with `/`. */
  path: string;
}

/**
 * @param pathname as it came in the request, still percent-encoded
 * @returns undefined outside the base path; with multi-tenancy on, a place without tenant where the path names none
 */
export function tenantLocationOf(
  pathname: string,
  { basePath, tenantPattern }: TenancySettings,
): TenantLocation | undefined {
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return undefined;
  const rest = pathname.slice(basePath.length) || "/";
  if (!tenantPattern) return { prefix: basePath, path: rest };
  const found = findTenant(rest, tenantPattern);
  if (!found) return { prefix: basePath, path: rest };
  const { tenant, end } = found;
  return { prefix: basePath + rest.slice(0, end).toLowerCase(), tenant, path: rest.slice(end) || "/" };
}
