import type { WebConfig } from "../config/config";
import type { TenantLocation } from "../tenancy/tenant-location";

/** Place that a cookie belongs to, with the path of the request where known. */
export type CookieLocation = Pick<TenantLocation, "prefix" | "tenant"> &
  Partial<Pick<TenantLocation, "path">>;

/**
 * The name of the session cookie. Over https its prefix makes browsers accept it from this host only (`__Host-`, which
 * needs the path `/`) or over https only (`__Secure-`). The tenant is part of the name, so that cookies of two tenants
 * never collide, even with patterns of nested paths (AU-10).
 */
export function sessionCookieName(settings: Pick<WebConfig, "publicUrl">, where: CookieLocation): string {
  return securityPrefix(settings, where.prefix || "/") + unprotectedName(where);
}

/** The name of the session cookie without its security prefix. */
export function unprotectedName({ tenant }: Pick<CookieLocation, "tenant">): string {
  return `hub.session${tenant === undefined ? "" : `.${tenant}`}`;
}

/** Security prefix of a cookie name for that path; empty over http. */
export function securityPrefix({ publicUrl }: Pick<WebConfig, "publicUrl">, path: string): string {
  if (publicUrl.protocol !== "https:") return "";
  return path === "/" ? "__Host-" : "__Secure-";
}

/** Formats the value of one Set-Cookie header. */
export function setCookie(
  { publicUrl }: Pick<WebConfig, "publicUrl">,
  { name, value, path, maxAge }: { name: string; value: string; path: string; maxAge: number },
): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(publicUrl.protocol === "https:" ? ["Secure"] : []),
  ].join("; ");
}
