import type { WebConfig } from "../config";
import { type Place, placeOf } from "../tenancy/place";
import { pathOfTarget } from "./target";

const apiSegment = "/api";

/**
 * Where a request to the BFF lies; `path` is the API's own path.
 * @param target the request target as it came
 * @returns undefined when it is not under `{prefix}/api/`, or names no tenant although it has to
 */
export function apiPlaceOf(
  target: string,
  config: Pick<WebConfig, "basePath" | "tenantPattern">,
): Place | undefined {
  const place = placeOf(pathOfTarget(target), config);
  if (!place?.path.startsWith(`${apiSegment}/`)) return undefined;
  if (config.tenantPattern && place.tenant === undefined) return undefined;
  return { ...place, path: place.path.slice(apiSegment.length) };
}
