"use client";
import { useEffect } from "react";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { sessionExpiry } from "./session-expiry";

export const activityEvents = ["pointerdown", "keydown", "input", "scroll"] as const;

/**
 * Renews the session shortly before its access token expires, so that calls of an active user need not wait. Idle windows do not
 * renew: otherwise the session would never end (ASVS 5.0 V7.3.1).
 */
export function useSessionRenewal(): void {
  const prefix = usePrefix();
  useEffect(() => {
    let used = true;
    const registerActivity = () => {
      used = true;
    };
    const renew = async () => {
      if (!used || document.visibilityState !== "visible") return;
      used = false;
      try {
        const response = await fetch(`${prefix}/api/auth/renew`, {
          method: "POST",
          headers: { "x-csrf": "1" },
        });
        sessionExpiry.readHeaders(response.headers);
      } catch {
        // The next call renews it, and reports failures.
      }
    };
    for (const name of activityEvents)
      window.addEventListener(name, registerActivity, { capture: true, passive: true });
    const stop = sessionExpiry.onExpiring(renew);
    return () => {
      for (const name of activityEvents)
        window.removeEventListener(name, registerActivity, { capture: true });
      stop();
    };
  }, [prefix]);
}
