import type { WebConfig } from "../config/config";
import { type TenantLocation, tenantLocationOf } from "../tenancy/tenant-location";
import { pathOfTarget } from "./target";

const apiSegment = "/api";

/**
 * The tenant location of a request to the BFF; `path` is the API's own path, without a trailing slash, as in the contract.
 * @param target raw request target
 * @returns undefined outside `{prefix}/api/`, or without a required tenant
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
