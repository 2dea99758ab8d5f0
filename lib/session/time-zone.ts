import { browserTimeZone, isTimeZone } from "../preferences/time-zone";
import { cookieValues } from "./chunks";
import { keepCookie } from "./cookie";

/** Cookie with the user's IANA time zone: the browser's at sign-in, then the user's preference. */
export const timeZoneCookie = "timezone";

/** @param prefix base path and tenant of the zone: preferences differ by tenant */
export function keepTimeZone(prefix: string, zone = browserTimeZone()): void {
  keepCookie(timeZoneCookie, zone, prefix || "/");
}

/**
 * The time zone in a request's cookies, if this server knows it. Browsers send the cookie of the longest path first (RFC
 * 6265 section 5.4), which belongs to this tenant; shorter paths belong to others, or earlier versions.
 */
export function timeZoneFrom(cookieHeader: string | null): string | undefined {
  const [value] = cookieValues(cookieHeader, timeZoneCookie);
  try {
    const name = value && decodeURIComponent(value);
    // Under the browser's own name, as it may not know the current one.
    return name && isTimeZone(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
