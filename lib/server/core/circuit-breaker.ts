// See docs/decisions/0045.

import { setTimeout as wait } from "node:timers/promises";
import { brand } from "./branded-error";

export interface BackOff {
  /**
   * Milliseconds without attempts after the first failure; each further failure doubles them. At least as long as the
   * failed attempt took.
   */
  first: number;
  /** Maximum delay in milliseconds, so that recovery is noticed soon. */
  max: number;
}

/** The call was skipped, as it would have failed. */
export class CircuitOpenError extends Error {
  override readonly name = "CircuitOpenError";
  constructor(
    /** Milliseconds until the next attempt. */
    readonly retryAfter: number,
  ) {
    super(`not tried before ${Math.ceil(retryAfter)} ms`);
  }
}
brand(CircuitOpenError, "CircuitOpenError");

/**
 * Skips calls to a failing service: after a failure none is made for a while, then a single attempt (half-open), and all
 * again once that succeeds. Concurrent attempts that fail together count as one failure.
 */
export class CircuitBreaker {
  readonly #backOff: BackOff;
  #failures = 0;
  /** Changes with each failure and success; results of calls begun in an earlier epoch are outdated. */
  #epoch = 0;
  #retryAt = 0;
  #probe: Promise<void> | undefined;

  constructor(backOff: BackOff) {
    this.#backOff = backOff;
  }

  /**
   * @param work the call
   * @param isFailure whether an error means that the service is away; any other error counts as a response
   * @param timeout milliseconds to wait for the next attempt
   * @throws {CircuitOpenError} if the call was skipped, and errors of `work`
   */
  async run<T>(
    work: () => Promise<T>,
    { isFailure, timeout = 0 }: { isFailure: (error: unknown) => boolean; timeout?: number },
  ): Promise<T> {
    const permit = await this.#enter(Date.now() + timeout);
    if (!permit) throw new CircuitOpenError(this.retryAfter);
    const [epoch, begun] = [this.#epoch, Date.now()];
    try {
      const value = await work();
      this.reset();
      return value;
    } catch (error) {
      // A call skipped by a nested breaker says nothing about this one.
      if (error instanceof CircuitOpenError) throw error;
      if (!isFailure(error)) this.reset();
      else if (epoch === this.#epoch) this.#failed(Date.now() - begun);
      throw error;
    } finally {
      permit.end();
    }
  }

  /** Milliseconds until the next attempt; 0 after a success. */
  get retryAfter(): number {
    if (this.#failures === 0) return 0;
    return Math.max(this.#retryAt - Date.now(), this.#probe ? this.#backOff.first : 0);
  }

  /** Whether the last attempt failed. */
  get isSuspect(): boolean {
    return this.#failures > 0;
  }

  /** Closes the circuit: the service is known to work. */
  reset(): void {
    this.#failures = 0;
    this.#epoch += 1;
  }

  #failed(duration: number): void {
    const { first, max } = this.#backOff;
    const delay = Math.min(max, Math.max(duration, first * 2 ** this.#failures));
    this.#failures += 1;
    this.#epoch += 1;
    // Randomised, so that processes that failed together do not retry together.
    this.#retryAt = Date.now() + delay * (0.75 + Math.random() / 4);
  }

  /** Waits for a permit, if one is available in time. */
  async #enter(deadline: number): Promise<{ end(): void } | undefined> {
    while (this.#failures > 0) {
      const now = Date.now();
      if (this.#probe === undefined && now >= this.#retryAt) return this.#alone();
      const canWait = this.#probe !== undefined || this.#retryAt <= deadline;
      if (now >= deadline || !canWait) return undefined;
      await (this.#probe ? waitForEnd(this.#probe, deadline - now) : wait(this.#retryAt - now));
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

async function waitForEnd(probe: Promise<void>, milliseconds: number): Promise<void> {
  const ended = new AbortController();
  const timer = wait(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([probe, timer]);
  ended.abort();
}
