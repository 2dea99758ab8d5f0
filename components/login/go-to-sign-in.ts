"use client";

import { noteSigningIn } from "@/lib/client/session/announce";
import { keepTimeZone } from "@/lib/session/time-zone";

/** Leaves for the provider, and leaves no trace of this page in the browser's history. */
export function goToSignIn(prefix: string, beginAt: string): void {
  // The server needs it to render dates as this browser does, from the first page after the sign-in on.
  keepTimeZone(prefix);
  noteSigningIn();
  window.location.replace(beginAt);
}
