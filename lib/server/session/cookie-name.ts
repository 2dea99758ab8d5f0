import type { WebConfig } from "../config";
import type { TenantLocation } from "../tenancy/tenant-location";

/** Where a cookie is for; with the path of the request, as far as it is known. */
export type CookieLocation = Pick<TenantLocation, "prefix" | "tenant"> &
  Partial<Pick<TenantLocation, "path">>;

/**
 * The name of the session cookie. Over https its prefix makes browsers refuse it from anywhere but this host
 * (`__Host-`, which needs the path `/`) or from plain http (`__Secure-`). The tenant is in the name too, so that
 * the cookies of two tenants never stand for each other, even with patterns whose paths nest (AU-10).
 */
export function sessionCookieName(settings: Pick<WebConfig, "publicUrl">, where: CookieLocation): string {
  return protectionOf(settings, where.prefix || "/") + unprotectedName(where);
}

/** The name of the session cookie without what browsers protect it by. */
export function unprotectedName({ tenant }: Pick<CookieLocation, "tenant">): string {
  return `hub.session${tenant === undefined ? "" : `.${tenant}`}`;
}

/** What the name of a cookie with that path begins with: over https, browsers hold others off. */
export function protectionOf({ publicUrl }: Pick<WebConfig, "publicUrl">, path: string): string {
  if (publicUrl.protocol !== "https:") return "";
  return path === "/" ? "__Host-" : "__Secure-";
}

/** One Set-Cookie header's value. */
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
