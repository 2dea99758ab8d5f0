import { expiryHeader, noticeSeconds } from "@/lib/session/expiry";

/**
 * Knows when the session's access token ends, and tells 60 s before (AU-04); half-way for one that does not last that long.
 * Whoever hears of it has it renewed while the user is at work; otherwise the next call does.
 */
export function createSessionExpiry() {
  const listeners = new Set<() => void>();
  let notice: ReturnType<typeof setTimeout> | undefined;
  return {
    /** @param headers of an answer, which may say how many seconds are left */
    hear(headers: Headers): void {
      const said = headers.get(expiryHeader);
      if (said === null) return;
      const seconds = Number(said);
      clearTimeout(notice);
      const wait = Math.max(seconds - noticeSeconds, seconds / 2);
      // A clock that runs for weeks would overflow, and a session does not last that long.
      if (wait <= 0 || wait > 86_400) return;
      notice = setTimeout(() => {
        for (const listener of listeners) listener();
      }, wait * 1000);
    },
    /** @returns ends listening */
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
