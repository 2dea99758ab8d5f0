import { reservedIdentifiers } from "../../../tenancy/identifier";
import type { WebConfig } from "../../config/config";
import { apiLocationOf } from "../../http/api-location";
import { pathOfTarget } from "../../http/target";
import { type TenantLocation, tenantLocationOf } from "../../tenancy/tenant-location";

/** Endpoints below `{prefix}/api/auth/` in the sign-in mode `oidc`, besides `sign-in`, `sign-out` and `renew`. */
const actions = {
  /** Starts a sign-in: redirects to the provider. */
  begin: "sign-in/oidc",
  /** The provider redirects here after sign-in. */
  callback: "callback/oidc",
  /** Redirects to the provider, to end its session too. */
  providerLogout: "sign-out/oidc",
  /** The provider redirects here after sign-out. */
  loggedOut: "signed-out",
  /** The provider reports ended sessions here. */
  backChannel: "backchannel-logout",
} as const;
export type AuthAction = keyof typeof actions;

/** Actions registered at the provider, with addresses that tenants can share. */
const shareable: readonly AuthAction[] = ["callback", "loggedOut", "backChannel"];

export interface AuthRequest {
  action: AuthAction;
  /** Undefined at an address that tenants share. */
  place?: TenantLocation;
}

type Settings = Pick<WebConfig, "basePath" | "tenantPattern" | "oidc">;

/**
 * Parses the target of a request to a sign-in endpoint.
 * @param target the raw request target
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

/** The path of an action for a place. */
export function authPath(action: AuthAction, { prefix }: Pick<TenantLocation, "prefix">): string {
  return `${prefix}/api/auth/${actions[action]}`;
}

/** The base path registered at the provider: the tenant's prefix, or the one that tenants share. */
export function returnPrefix(
  { oidc, basePath }: Settings,
  { prefix }: Pick<TenantLocation, "prefix">,
): string {
  return oidc?.redirect === "shared" ? basePath : prefix;
}

/** The full address of a {@link shareable} action, as registered at the provider. */
export function returnAddress(
  config: Settings & Pick<WebConfig, "publicUrl">,
  place: Pick<TenantLocation, "prefix">,
  action: AuthAction,
): string {
  return config.publicUrl.origin + authPath(action, { prefix: returnPrefix(config, place) });
}

/** The prefix that was saved before going through a shared address; the base path if it belongs to no tenant. */
export function tenantPrefix(savedPrefix: string | null | undefined, config: Settings): string {
  const place = savedPrefix ? tenantLocationOf(savedPrefix, config) : undefined;
  const isTenants = place?.tenant !== undefined && !reservedIdentifiers.has(place.tenant);
  return isTenants && place.prefix === savedPrefix ? place.prefix : config.basePath;
}
