import type { WebConfig } from "../config";
import { type TenantLocation, tenantLocationOf } from "../tenancy/tenant-location";
import { pathOfTarget } from "./target";

const apiSegment = "/api";

/**
 * Where a request to the BFF lies; `path` is the API's own path, without a slash at its end, as the contract has it.
 * @param target the request target as it came
 * @returns undefined when it is not under `{prefix}/api/`, or names no tenant although it has to
 */
export function apiLocationOf(
  target: string,
  config: Pick<WebConfig, "basePath" | "tenantPattern">,
): TenantLocation | undefined {
  const place = tenantLocationOf(pathOfTarget(target), config);
  if (!place?.path.startsWith(`${apiSegment}/`)) return undefined;
  if (config.tenantPattern && place.tenant === undefined) return undefined;
  return { ...place, path: place.path.slice(apiSegment.length).replace(/(?<=[^/])\/$/, "") };
}
