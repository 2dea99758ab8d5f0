// See docs/decisions/0045.

import { setTimeout as wait } from "node:timers/promises";
import { brand } from "./branded-error";

export interface BackOff {
  /** Milliseconds after a first failure before anything is tried again; each further one doubles them, and none has less than it took. */
  first: number;
  /** Milliseconds that are not exceeded, so that what is back is soon found to be. */
  max: number;
}

/** Nothing was tried, because it would have been in vain. */
export class CircuitOpenError extends Error {
  override readonly name = "CircuitOpenError";
  constructor(
    /** Milliseconds until it can be tried. */
    readonly retryAfter: number,
  ) {
    super(`not tried before ${Math.ceil(retryAfter)} ms`);
  }
}
brand(CircuitOpenError, "CircuitOpenError");

/**
 * Spares what is away: after a failure nothing is tried for a while, then one attempt alone (half-open), and everything again
 * once that succeeds. Attempts that were under way together fail together, which counts as one failure.
 */
export class CircuitBreaker {
  readonly #backOff: BackOff;
  #failures = 0;
  /** Changes with each failure and success; who began before knows nothing new. */
  #epoch = 0;
  #retryAt = 0;
  #probe: Promise<void> | undefined;

  constructor(backOff: BackOff) {
    this.#backOff = backOff;
  }

  /**
   * @param work what is tried
   * @param isFailure whether an error says that it is away; with any other it has answered
   * @param timeout milliseconds that the attempt may be put off
   * @throws {CircuitOpenError} when nothing was tried, and what `work` throws
   */
  async run<T>(
    work: () => Promise<T>,
    { isFailure, timeout = 0 }: { isFailure: (error: unknown) => boolean; timeout?: number },
  ): Promise<T> {
    const admitted = await this.#enter(Date.now() + timeout);
    if (!admitted) throw new CircuitOpenError(this.retryAfter);
    const [epoch, begun] = [this.#epoch, Date.now()];
    try {
      const value = await work();
      this.reset();
      return value;
    } catch (error) {
      // What another breaker has spared tells nothing.
      if (error instanceof CircuitOpenError) throw error;
      if (!isFailure(error)) this.reset();
      else if (epoch === this.#epoch) this.#failed(Date.now() - begun);
      throw error;
    } finally {
      admitted.end();
    }
  }

  /** Milliseconds until something can be tried; 0 while nothing has failed. */
  get retryAfter(): number {
    if (this.#failures === 0) return 0;
    return Math.max(this.#retryAt - Date.now(), this.#probe ? this.#backOff.first : 0);
  }

  /** Whether the last attempt failed. */
  get isSuspect(): boolean {
    return this.#failures > 0;
  }

  /** It is known to be back. */
  reset(): void {
    this.#failures = 0;
    this.#epoch += 1;
  }

  #failed(took: number): void {
    const { first, max } = this.#backOff;
    const delay = Math.min(max, Math.max(took, first * 2 ** this.#failures));
    this.#failures += 1;
    this.#epoch += 1;
    // Somewhat less at random: processes that failed together do not come back together.
    this.#retryAt = Date.now() + delay * (0.75 + Math.random() / 4);
  }

  /** Waits for its turn, if that can come in time. */
  async #enter(giveUp: number): Promise<{ end(): void } | undefined> {
    while (this.#failures > 0) {
      const now = Date.now();
      if (this.#probe === undefined && now >= this.#retryAt) return this.#alone();
      const isSoon = this.#probe !== undefined || this.#retryAt <= giveUp;
      if (now >= giveUp || !isSoon) return undefined;
      await (this.#probe ? endOf(this.#probe, giveUp - now) : wait(this.#retryAt - now));
    }
    return { end: () => undefined };
  }

  #alone(): { end(): void } {
    let resolve: () => void = () => undefined;
    const probe = new Promise<void>((ended) => {
      resolve = ended;
    });
    this.#probe = probe;
    const end = () => {
      if (this.#probe === probe) this.#probe = undefined;
      resolve();
    };
    return { end };
  }
}

async function endOf(probe: Promise<void>, milliseconds: number): Promise<void> {
  const ended = new AbortController();
  const late = wait(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([probe, late]);
  ended.abort();
}
