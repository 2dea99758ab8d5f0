import { keepCookie } from "../cookie";
import { browserTimeZone, isTimeZone } from "../preferences/time-zone";
import { cookieValues } from "./chunks";

/** Holds the user's time zone, an IANA name: from sign-in on the browser's, then the one that the user prefers. */
export const timeZoneCookie = "timezone";

/** @param prefix base path and tenant, whose own the zone is: preferences differ from tenant to tenant */
export function keepTimeZone(prefix: string, zone = browserTimeZone()): void {
  keepCookie(timeZoneCookie, zone, prefix || "/");
}

/**
 * The zone that a request's cookies name, if this server knows it too. Browsers send the cookie of the longest path first
 * (RFC 6265 section 5.4), which is the one of this place; shorter paths have those of others, and of earlier versions.
 */
export function timeZoneFrom(cookieHeader: string | null): string | undefined {
  const [value] = cookieValues(cookieHeader, timeZoneCookie);
  try {
    const name = value && decodeURIComponent(value);
    // By the browser's own name: it may not know the one of today.
    return name && isTimeZone(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
