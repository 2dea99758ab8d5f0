import type { RefusedCall } from "@/lib/client/api/client";

/** Session state: valid as far as known, sign-in dialog open, or dialog dismissed. */
type SessionState = "present" | "asking" | "declined";

/** Milliseconds without typing before an unprompted dialog may take the keyboard focus. */
const typingPause = 1_500;

/**
 * Asks for one sign-in after the session has ended; all refused calls wait for its result (AU-05). The page stays unchanged
 * meanwhile.
 */
export function createSignInAgain(now: () => number = () => performance.now()) {
  const listeners = new Set<() => void>();
  let state: SessionState = "present";
  let hasEnded = false;
  let signedInAt = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let typedAt = Number.NEGATIVE_INFINITY;
  let waiting: PromiseWithResolvers | undefined;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const setState = (next: SessionState) => {
    state = next;
    notify();
  };
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    notify();
  };

  const ask = (): Promise<boolean> => {
    waiting ??= withResolvers();
    if (state !== "asking") setState("asking");
    return waiting.promise;
  };

  const waitForTypingPause = async (): Promise<void> => {
    for (let left = typingPause; state === "present" && left > 0; ) {
      left = typedAt + typingPause - now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    }
  };

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Registers typing, which must not continue in a password field. */
    registerTyping(): void {
      typedAt = now();
    },
    /** Whether the session was ended deliberately: its data is hidden until a new session begins. */
    hasEnded: () => hasEnded,
    /** Whether the workspace must be hidden, since another person may be looking. */
    isConcealed: () => hasEnded || state === "asking",
    /**
     * Records that a check sent at `sentAt` found the session ended elsewhere. Asks only if the user has not answered yet: they may
     * have declined while the check was under way.
     */
    noticeEnd(sentAt: number): void {
      if (sentAt < signedInAt) return;
      end();
      if (state === "present") ask();
    },
    /** @returns whether to repeat the call */
    async needed({ sentAt, reading, ended }: RefusedCall): Promise<boolean> {
      if (ended && sentAt >= signedInAt) end();
      if (reading) await waitForTypingPause();
      if (sentAt < signedInAt) return true;
      refusedAt = Math.max(refusedAt, sentAt);
      // Background calls do not ask again; user actions do.
      if (reading && state === "declined") return false;
      return ask();
    },
    ask,
    /**
     * Records that the user has signed in again in any window, or has declined.
     * @param knownAt when the session was checked; calls refused later stay refused
     */
    settle(signedIn: boolean, knownAt = now()): void {
      if (signedIn) {
        if (knownAt < refusedAt) return;
        signedInAt = knownAt;
        hasEnded = false;
      }
      setState(signedIn ? "present" : "declined");
      waiting?.resolve(signedIn);
      waiting = undefined;
    },
  };
}

/** One browser window has one session. */
export const signInAgain = createSignInAgain();

interface PromiseWithResolvers {
  promise: Promise<boolean>;
  resolve: (signedIn: boolean) => void;
}

/** Polyfill of `Promise.withResolvers` for older supported browsers. */
function withResolvers(): PromiseWithResolvers {
  let resolve: PromiseWithResolvers["resolve"] = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
