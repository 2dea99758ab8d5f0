"use client";

import { keepCookie } from "@/lib/cookie";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { noteSigningIn } from "@/lib/session/announce";
import { timeZoneCookie } from "@/lib/session/time-zone";

/** Milliseconds after which a sign-in that does not get on is begun again (AU-06). */
export const stallMilliseconds = 10_000;

/** Leaves for the provider, and leaves no trace of this page in the browser's history. */
export function goToSignIn(beginAt: string): void {
  // The server needs it to render dates as this browser does, from the first page after the sign-in on.
  keepCookie(timeZoneCookie, browserTimeZone());
  noteSigningIn();
  window.location.replace(beginAt);
}
