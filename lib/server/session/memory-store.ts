import { setTimeout as wait } from "node:timers/promises";
import { BoundedMap } from "../core/bounded-map";
import type { Kept, SessionStore } from "./session-store";

const maxKept = 5_000;
const sweepInterval = 60_000;

/** Session store for one web process, as `npm start` runs it. */
export class MemoryStore implements SessionStore {
  readonly #ended = new Map<string, { at: number; until: number }>();
  readonly #used = new Map<string, { until: number }>();
  readonly #kept = new BoundedMap<string, Kept & { until: number }>(maxKept);

  constructor() {
    setInterval(() => this.#sweep(), sweepInterval).unref();
  }

  endedAt(names: readonly string[]): number | undefined {
    let latest: number | undefined;
    for (const name of names) {
      const at = this.#ended.get(name)?.at;
      if (at !== undefined && (latest === undefined || at > latest)) latest = at;
    }
    return latest;
  }

  async end(names: readonly string[], until: number): Promise<void> {
    this.note(names, Date.now(), until);
  }

  /** Records names that ended at a given time. */
  note(names: readonly string[], at: number, until: number): void {
    for (const name of names) this.#ended.set(name, { at, until });
  }

  async endOnce(
    token: { name: string; until: number },
    names: readonly string[],
    until: number,
  ): Promise<boolean> {
    const isFirst = await this.once(token.name, token.until);
    if (isFirst) await this.end(names, until);
    return isFirst;
  }

  async once(name: string, until: number): Promise<boolean> {
    const before = this.#used.get(name);
    if (before && before.until > Date.now()) return false;
    this.#used.set(name, { until });
    return true;
  }

  async latest(sessionId: string): Promise<Kept | undefined> {
    return this.#kept.get(sessionId);
  }

  async keep(sessionId: string, kept: Kept, until: number): Promise<void> {
    const before = this.#kept.get(sessionId);
    if (before && before.generation > kept.generation) return;
    this.#kept.set(sessionId, { ...kept, until });
  }

  /** Always grants the lease: renewals of one session already wait for each other within the process. */
  async lease(sessionId: string): Promise<{ leased: boolean; kept?: Kept }> {
    return { leased: true, kept: this.#kept.get(sessionId) };
  }

  async release(): Promise<void> {}

  async news(): Promise<void> {
    await wait(50);
  }

  async isReachable(): Promise<boolean> {
    return true;
  }

  #sweep(): void {
    const now = Date.now();
    for (const map of [this.#ended, this.#used, this.#kept])
      for (const [name, { until }] of map) if (until <= now) map.delete(name);
  }
}
