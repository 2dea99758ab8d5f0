import type { IncomingMessage } from "node:http";

/** The tenant that administers the others, and the only one while multi-tenancy is off. */
export const hostTenant = "main";

const tenants = new WeakMap<IncomingMessage, string>();

/** Addresses of the server rather than of a tenant. */
export const systemPaths = ["/health", "/ready", "/metrics", "/openapi.json", "/doctor", "/support"];

/**
 * Removes the tenant's segment from the address, `/acme/users?page=2` becoming `/users?page=2`, so that routes are the
 * same with and without multi-tenancy (CF-02).
 */
export function stripTenant(request: IncomingMessage): string {
  const url = request.url ?? "/";
  if (systemPaths.includes(url)) return url;
  const [, segment = "", rest = ""] = /^\/([^/?]*)(.*)$/s.exec(url) ?? [];
  tenants.set(request, segment.toLowerCase());
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The tenant identifier in a request's address; the tenant may not exist. */
export function tenantOf(request: IncomingMessage): string {
  return tenants.get(request) ?? hostTenant;
}
