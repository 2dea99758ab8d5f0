import { findTenant, type TenantPattern } from "../../tenancy/tenant-pattern";

export interface TenancySettings {
  basePath: string;
  /** Undefined while multi-tenancy is off; no path changes then (CF-02). */
  tenantPattern?: TenantPattern;
}

/** An address split into its tenant and its own path. */
export interface TenantLocation {
  /** Base path and tenant prefix of the canonical address; empty at the root. */
  prefix: string;
  tenant?: string;
  /** The app's own path, beginning with `/`. */
  path: string;
}

/**
 * @param pathname raw path of the request, still percent-encoded
 * @returns undefined outside the base path; with multi-tenancy on, a location without tenant if the path names none
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
