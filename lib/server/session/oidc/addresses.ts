import { reservedIdentifiers } from "../../../tenancy/identifier";
import { apiLocationOf } from "../../bff/api-location";
import { pathOfTarget } from "../../bff/target";
import type { WebConfig } from "../../config";
import { type TenantLocation, tenantLocationOf } from "../../tenancy/tenant-location";

/** What is answered below `{prefix}/api/auth/` in the sign-in mode `oidc`, beside `sign-in`, `sign-out` and `renew` themselves. */
const actions = {
  /** Begins a sign-in: goes to the provider. */
  begin: "sign-in/oidc",
  /** Where the provider sends people back to. */
  callback: "callback/oidc",
  /** Goes on to the provider, to end its session too. */
  providerLogout: "sign-out/oidc",
  /** Where the provider sends people back to after that. */
  loggedOut: "signed-out",
  /** Where the provider itself says that a session has ended. */
  backChannel: "backchannel-logout",
} as const;
export type AuthAction = keyof typeof actions;

/** Those that the provider knows the address of, and that tenants can share. */
const shareable: readonly AuthAction[] = ["callback", "loggedOut", "backChannel"];

export interface AuthRequest {
  action: AuthAction;
  /** Left out at an address that tenants share. */
  place?: TenantLocation;
}

type Settings = Pick<WebConfig, "basePath" | "tenantPattern" | "oidc">;

/**
 * What of sign-in through a provider a request means.
 * @param target the request target as it came
 */
export function authRequestOf(target: string, config: Settings): AuthRequest | undefined {
  if (!config.oidc) return undefined;
  const path = pathOfTarget(target);
  const shared = config.tenantPattern && shareable.find((action) => path === sharedPath(action, config));
  if (shared) return { action: shared };
  const place = apiLocationOf(target, config);
  const found = Object.entries(actions).find(([, name]) => place?.path === `/auth/${name}`);
  return found && { action: found[0] as AuthAction, place };
}

function sharedPath(action: AuthAction, { basePath }: Pick<WebConfig, "basePath">): string {
  return `${basePath}/api/auth/${actions[action]}`;
}

/** The path of one of these addresses for a place. */
export function authPath(action: AuthAction, { prefix }: Pick<TenantLocation, "prefix">): string {
  return `${prefix}/api/auth/${actions[action]}`;
}

/** The base under which the provider knows us: the tenant's prefix, or that of all. */
export function returnPrefix(
  { oidc, basePath }: Settings,
  { prefix }: Pick<TenantLocation, "prefix">,
): string {
  return oidc?.redirect === "shared" ? basePath : prefix;
}

/** The full address of one of the {@link shareable} ones, as it is registered at the provider. */
export function returnAddress(
  config: Settings & Pick<WebConfig, "publicUrl">,
  place: Pick<TenantLocation, "prefix">,
  action: AuthAction,
): string {
  return config.publicUrl.origin + authPath(action, { prefix: returnPrefix(config, place) });
}

/** The prefix that was noted before going through an address that tenants share; the base path where it is no tenant's. */
export function tenantPrefix(noted: string | null | undefined, config: Settings): string {
  const place = noted ? tenantLocationOf(noted, config) : undefined;
  const isTenants = place?.tenant !== undefined && !reservedIdentifiers.has(place.tenant);
  return isTenants && place.prefix === noted ? place.prefix : config.basePath;
}
