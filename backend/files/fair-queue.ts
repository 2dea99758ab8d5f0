/** Waiting work of many people, of which each has one turn after the other, so that nobody's many hold up another's one. */
export class FairQueue<T> {
  private readonly waiting = new Map<string, T[]>();
  private length = 0;

  /** How many may wait, and how many of one person. */
  constructor(private readonly limits: { all: number; each: number }) {}

  /** False when there is no room. */
  add(key: string, item: T): boolean {
    const own = this.waiting.get(key) ?? [];
    if (this.length >= this.limits.all || own.length >= this.limits.each) return false;
    this.waiting.set(key, [...own, item]);
    this.length += 1;
    return true;
  }

  /** Takes the oldest of whose turn it is; undefined when nothing waits. */
  take(): T | undefined {
    const [turn] = this.waiting;
    if (!turn) return undefined;
    const [key, [item, ...rest]] = turn;
    this.waiting.delete(key);
    // Behind all others.
    if (rest.length > 0) this.waiting.set(key, rest);
    this.length -= 1;
    return item;
  }

  remove(key: string, item: T): void {
    const own = this.waiting.get(key) ?? [];
    const rest = own.filter((other) => other !== item);
    this.length -= own.length - rest.length;
    if (rest.length > 0) this.waiting.set(key, rest);
    else this.waiting.delete(key);
  }
}
