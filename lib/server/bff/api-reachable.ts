import type { WebConfig } from "../config";
import { apiAddress } from "./api-address";

/** The tenant that is always there. */
const hostTenant = "main";

/**
 * Whether the API can be reached and says that it can work. A server of the contract that has no `/ready` may refuse the
 * address: it is there all the same.
 */
export async function isApiReachable(
  config: Pick<WebConfig, "apiUrl" | "tenantPattern">,
  signal: AbortSignal,
): Promise<boolean> {
  const tenant = config.tenantPattern && hostTenant;
  const { base, path } = apiAddress(config, { tenant }, "/ready");
  const response = await fetch(base + path, { redirect: "manual", cache: "no-store", signal });
  await response.body?.cancel();
  return response.status < 500;
}
