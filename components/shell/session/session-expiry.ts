import { expiryHeader, noticeSeconds } from "@/lib/session/expiry";

/**
 * Tracks the expiry of the session's access token and notifies 60 s before (AU-04), or half-way for shorter ones. Listeners renew
 * it while the user is active; otherwise the next call does.
 */
export function createSessionExpiry() {
  const listeners = new Set<() => void>();
  let scheduleNotice: ReturnType<typeof setTimeout> | undefined;
  return {
    /** @param headers response headers, which may contain the remaining seconds */
    readHeaders(headers: Headers): void {
      const remaining = headers.get(expiryHeader);
      if (remaining === null) return;
      const seconds = Number(remaining);
      clearTimeout(scheduleNotice);
      const wait = Math.max(seconds - noticeSeconds, seconds / 2);
      // Timers overflow after weeks, and no session lasts that long.
      if (wait <= 0 || wait > 86_400) return;
      scheduleNotice = setTimeout(() => {
        for (const listener of listeners) listener();
      }, wait * 1000);
    },
    /** @returns a function that unsubscribes */
    onExpiring(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** One browser window has one session. */
export const sessionExpiry = createSessionExpiry();
