/** Renewed tokens of a session, sealed as in its cookie. */
export interface Kept {
  generation: number;
  sealed: string;
}

/**
 * What web processes have to know of sessions beyond the cookies: which ones have ended, which tokens a session has been
 * given since, and who is getting new ones. Times are milliseconds since 1970.
 */
export interface SessionStore {
  /** When the latest of these names was ended; undefined when none was. */
  endedAt(names: readonly string[]): number | undefined | Promise<number | undefined>;
  /** Ends names, as long as a session with them could last. Resolves when it is stored; all processes hear of it. */
  end(names: readonly string[], until: number): Promise<void>;
  /** As {@link end}, for the first who comes with a token, and all or nothing. @returns whether it was the first */
  endOnce(token: { name: string; until: number }, names: readonly string[], until: number): Promise<boolean>;
  /** @returns whether this is the first time in all processes that the name is used */
  once(name: string, until: number): Promise<boolean>;
  latest(sessionId: string): Promise<Kept | undefined>;
  keep(sessionId: string, kept: Kept, until: number): Promise<void>;
  /** Takes the right to renew a session for a while, unless another process has it; answers its latest tokens too. */
  lease(sessionId: string, milliseconds: number): Promise<{ leased: boolean; kept?: Kept }>;
  release(sessionId: string): Promise<void>;
  /** Resolves after a moment, or as soon as another process has renewed something. */
  news(): Promise<void>;
  /** Whether it works, found out anew; what takes longer does not. */
  isReachable(milliseconds: number): Promise<boolean>;
}
