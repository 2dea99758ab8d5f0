import type { WebConfig } from "../config/config";
import type { TenantLocation } from "../tenancy/tenant-location";

/**
 * The API's address of `path` for a tenant. The origin comes from the configuration only; the tenant's identifier, letters,
 * digits and hyphens, is either in `API_URL` or the first segment of the path.
 */
export function apiAddress(
  { apiUrl }: Pick<WebConfig, "apiUrl">,
  { tenant }: Pick<TenantLocation, "tenant">,
  path: string,
): { base: string; path: string } {
  if (tenant === undefined) return { base: apiUrl, path };
  if (apiUrl.includes("{tenant}")) return { base: apiUrl.replaceAll("{tenant}", tenant), path };
  return { base: apiUrl, path: `/${tenant}${path}` };
}
