/** Milliseconds for which a result is cached; shorter for failures, so that a start is noticed. */
const cacheTimes = { ready: 1_000, unready: 200 };
/** Milliseconds after which a check fails without a response. */
const timeout = 2_000;
/** Milliseconds during which a check that never passed counts as starting. */
const startupTime = 15_000;

export type Check = (signal: AbortSignal) => Promise<boolean>;

export interface Found<Name extends string> {
  isReady: boolean;
  /** The result of each check. */
  checks: Record<Name, boolean>;
}

/**
 * Whether a process can do its work. For any number of requests, each check runs once at a time and is cached briefly, so
 * that anonymous requests cannot overload the checked services.
 */
export class Readiness<Name extends string> {
  readonly #checks: Readonly<Record<Name, Check>>;
  readonly #onChange: (found: Found<Name>) => void;
  readonly #underWay = new Map<string, Promise<boolean>>();
  #asking?: Promise<Found<Name>>;
  readonly #since = performance.now();
  #last?: Found<Name>;
  /** The last reported result, or the first ready one. */
  #known?: Found<Name>;
  #keptUntil = 0;

  /** @param onChange called when readiness changes, with the changed checks; during a start only if it takes too long */
  constructor(checks: Readonly<Record<Name, Check>>, onChange: (found: Found<Name>) => void = () => {}) {
    this.#checks = checks;
    this.#onChange = onChange;
  }

  async now(): Promise<Found<Name>> {
    if (this.#last && performance.now() < this.#keptUntil) return this.#last;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<Found<Name>> {
    const names = Object.keys(this.#checks) as Name[];
    const results = await Promise.all(names.map(async (name) => [name, await this.#inTime(name)] as const));
    const checks = Object.fromEntries(results) as Record<Name, boolean>;
    const found = { isReady: results.every(([, isReady]) => isReady), checks };
    this.#keptUntil = performance.now() + (found.isReady ? cacheTimes.ready : cacheTimes.unready);
    this.#last = found;
    this.#tell(found);
    return found;
  }

  #tell(found: Found<Name>): void {
    const known = this.#known?.checks;
    if (!known && !found.isReady && performance.now() - this.#since < startupTime) return;
    this.#known = found;
    const names = Object.keys(found.checks) as Name[];
    if (known ? names.some((name) => known[name] !== found.checks[name]) : !found.isReady)
      this.#onChange(found);
  }

  /** A check may continue after its timeout: until it ends, it counts as failed and is not repeated. */
  #inTime(name: Name): Promise<boolean> {
    const limit = AbortSignal.timeout(timeout);
    const late = new Promise<false>((resolve) => {
      limit.addEventListener("abort", () => resolve(false), { once: true });
    });
    const running =
      this.#underWay.get(name) ??
      this.#checks[name](limit)
        .catch(() => false)
        .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, running);
    return Promise.race([running, late]);
  }
}
