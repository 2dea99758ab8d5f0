/** How long what was found out is told to those who ask again, in milliseconds; bad news for less, so that a start is noticed. */
const kept = { ready: 1_000, unready: 200 };
/** After which something that does not answer counts as away, in milliseconds. */
const timeout = 2_000;
/** What has not been ready yet may be starting, for so many milliseconds. */
const startsFor = 15_000;

export type Check = (signal: AbortSignal) => Promise<boolean>;

export interface Found<Name extends string> {
  isReady: boolean;
  /** What was found of each. */
  checks: Record<Name, boolean>;
}

/**
 * Whether a process can do its work. However many ask, each thing is looked at once at a time and not again for a moment,
 * so that the question, which anybody may ask, is no means to burden what is asked.
 */
export class Readiness<Name extends string> {
  readonly #checks: Readonly<Record<Name, Check>>;
  readonly #onChange: (found: Found<Name>) => void;
  readonly #underWay = new Map<string, Promise<boolean>>();
  #asking?: Promise<Found<Name>>;
  readonly #since = performance.now();
  #last?: Found<Name>;
  /** The last that was told, or the first that was ready. */
  #known?: Found<Name>;
  #keptUntil = 0;

  /**
   * @param onChange is told when it becomes ready or unready, and what of it has changed; of a start only that it takes longer than it
   *   should
   */
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
    const found = { isReady: results.every(([, isFine]) => isFine), checks };
    this.#keptUntil = performance.now() + (found.isReady ? kept.ready : kept.unready);
    this.#last = found;
    this.#tell(found);
    return found;
  }

  #tell(found: Found<Name>): void {
    const known = this.#known?.checks;
    if (!known && !found.isReady && performance.now() - this.#since < startsFor) return;
    this.#known = found;
    const names = Object.keys(found.checks) as Name[];
    if (known ? names.some((name) => known[name] !== found.checks[name]) : !found.isReady)
      this.#onChange(found);
  }

  /** A check that is given up on may go on for a while: until then it is away, and not asked a second time. */
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
