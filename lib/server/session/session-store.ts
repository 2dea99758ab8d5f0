/** Renewed tokens of a session, sealed as in its cookie. */
export interface Kept {
  generation: number;
  sealed: string;
}

/**
 * Session state that web processes share beyond cookies: ended sessions, renewed tokens, and pending renewals. Times are
 * milliseconds since 1970.
 */
export interface SessionStore {
  /** When the latest of these names was ended; undefined if none was. */
  endedAt(names: readonly string[]): number | undefined | Promise<number | undefined>;
  /** Ends names until the latest expiry of their sessions. Resolves when stored; all processes are notified. */
  end(names: readonly string[], until: number): Promise<void>;
  /** As {@link end}, for the first use of a token only, atomically. @returns whether it was the first use */
  endOnce(token: { name: string; until: number }, names: readonly string[], until: number): Promise<boolean>;
  /** @returns whether this is the first use of the name in all processes */
  once(name: string, until: number): Promise<boolean>;
  latest(sessionId: string): Promise<Kept | undefined>;
  keep(sessionId: string, kept: Kept, until: number): Promise<void>;
  /** Acquires the right to renew a session, unless another process has it; returns its latest tokens too. */
  lease(sessionId: string, milliseconds: number): Promise<{ leased: boolean; kept?: Kept }>;
  release(sessionId: string): Promise<void>;
  /** Resolves after a short wait, or as soon as another process has renewed a session. */
  news(): Promise<void>;
  /** Whether the store responds within so many milliseconds; always checks. */
  isReachable(milliseconds: number): Promise<boolean>;
}
