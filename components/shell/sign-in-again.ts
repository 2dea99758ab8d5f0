import type { RefusedCall } from "@/lib/client/api/client";

/** Whether there is a session: as far as known, being asked for, or refused for now by the user. */
type SessionState = "present" | "asking" | "declined";

/** How long nothing must have been typed before a question that nobody caused may take the keyboard, in milliseconds. */
const rest = 1_500;

/**
 * A session that has ended is asked for once, however many calls were refused, and all of them wait for the answer
 * (AU-05). Nothing on the page is touched meanwhile.
 */
export function createSignInAgain(now: () => number = () => performance.now()) {
  const listeners = new Set<() => void>();
  let state: SessionState = "present";
  let hasEnded = false;
  let signedInAt = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let typedAt = Number.NEGATIVE_INFINITY;
  let waiting: PromiseWithResolvers | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const become = (next: SessionState) => {
    state = next;
    tell();
  };
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    tell();
  };

  const ask = (): Promise<boolean> => {
    waiting ??= withResolvers();
    if (state !== "asking") become("asking");
    return waiting.promise;
  };

  const handsAtRest = async (): Promise<void> => {
    for (let left = rest; state === "present" && left > 0; ) {
      left = typedAt + rest - now();
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
    /** Something was typed: half a word must not end up in a password field. */
    noteTyping(): void {
      typedAt = now();
    },
    /** Somebody has ended the session: until there is another, nothing of it is shown. */
    hasEnded: () => hasEnded,
    /** Whether what the workspace shows has to be out of sight: who looks may be somebody else. */
    isConcealed: () => hasEnded || state === "asking",
    end,
    /** @returns whether the call is worth repeating */
    async needed({ sentAt, reading, ended }: RefusedCall): Promise<boolean> {
      if (ended && sentAt >= signedInAt) end();
      if (reading) await handsAtRest();
      if (sentAt < signedInAt) return true;
      refusedAt = Math.max(refusedAt, sentAt);
      // What runs in the background does not ask again and again; what the user does, asks.
      if (reading && state === "declined") return false;
      return ask();
    },
    ask,
    /**
     * The user has signed in again, here or in another window, or would rather not now.
     * @param knownAt when what says that there is a session was asked for: what was refused later is refused still
     */
    settle(signedIn: boolean, knownAt = now()): void {
      if (signedIn) {
        if (knownAt < refusedAt) return;
        signedInAt = knownAt;
        hasEnded = false;
      }
      become(signedIn ? "present" : "declined");
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

/** As `Promise.withResolvers`, which browsers that are supported do not all have. */
function withResolvers(): PromiseWithResolvers {
  let resolve: PromiseWithResolvers["resolve"] = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
