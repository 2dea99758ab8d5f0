import { BoundedMap } from "../core/bounded-map";
import type { Kept } from "./session-store";

/** Above this limit the oldest entries are forgotten. */
const maxPending = 10_000;

interface Writers {
  end: (names: readonly string[], at: number, until: number) => Promise<unknown>;
  keep: (sessionId: string, kept: Kept, until: number) => Promise<unknown>;
}

interface Ended {
  at: number;
  until: number;
}

/** Writes that a store could not make while its database was away; retried later by the same process. */
export class PendingWrites {
  readonly #ended = new BoundedMap<string, Ended>(maxPending);
  readonly #kept = new BoundedMap<string, { kept: Kept; until: number }>(maxPending);

  end(names: readonly string[], at: number, until: number): void {
    for (const name of names) this.#ended.set(name, { at, until });
  }

  keep(sessionId: string, kept: Kept, until: number): void {
    if ((this.keptOf(sessionId)?.generation ?? -1) > kept.generation) return;
    this.#kept.set(sessionId, { kept, until });
  }

  keptOf(sessionId: string): Kept | undefined {
    return this.#kept.get(sessionId)?.kept;
  }

  get isEmpty(): boolean {
    return this.#ended.size === 0 && this.#kept.size === 0;
  }

  /** Writes all unexpired entries sequentially, and forgets written ones; failed ones remain. */
  async write(writers: Writers): Promise<void> {
    const now = Date.now();
    for (const map of [this.#ended, this.#kept])
      for (const [name, { until }] of map) if (until <= now) map.delete(name);
    for (const [name, each] of [...this.#ended]) {
      const isWritten = await succeeds(writers.end([name], each.at, each.until));
      if (isWritten && this.#ended.get(name) === each) this.#ended.delete(name);
    }
    for (const sessionId of [...this.#kept.keys()]) await succeeds(this.writeKept(sessionId, writers));
  }

  /** @throws errors of the writer */
  async writeKept(sessionId: string, { keep }: Pick<Writers, "keep">): Promise<void> {
    const given = this.#kept.get(sessionId);
    if (!given) return;
    await keep(sessionId, given.kept, given.until);
    if (this.#kept.get(sessionId) === given) this.#kept.delete(sessionId);
  }
}

/** Ignores errors: the writer has logged them. */
function succeeds(writing: Promise<unknown>): Promise<boolean> {
  return writing.then(
    () => true,
    () => false,
  );
}
