interface Waiting<T> {
  item: T;
  weight: number;
}

const sum = (waiting: readonly Waiting<unknown>[]) => waiting.reduce((all, { weight }) => all + weight, 0);

/** Waiting work of many people, of which each has one turn after the other, so that nobody's many hold up another's one. */
export class FairQueue<T> {
  private readonly waiting = new Map<string, Waiting<T>[]>();
  private weight = 0;

  /** What may wait, by its weight: of all, and of one person. */
  constructor(private readonly limits: { all: number; each: number }) {}

  /** False when there is no room. */
  add(key: string, item: T, weight = 1): boolean {
    const own = this.waiting.get(key) ?? [];
    if (this.weight + weight > this.limits.all || sum(own) + weight > this.limits.each) return false;
    this.waiting.set(key, [...own, { item, weight }]);
    this.weight += weight;
    return true;
  }

  /** Takes the oldest of whose turn it is; undefined when nothing waits. */
  take(): T | undefined {
    const [turn] = this.waiting;
    if (!turn) return undefined;
    const [key, [first, ...rest]] = turn;
    this.waiting.delete(key);
    // Behind all others.
    if (rest.length > 0) this.waiting.set(key, rest);
    this.weight -= first?.weight ?? 0;
    return first?.item;
  }

  remove(key: string, item: T): void {
    const own = this.waiting.get(key) ?? [];
    const rest = own.filter((other) => other.item !== item);
    this.weight -= sum(own) - sum(rest);
    if (rest.length > 0) this.waiting.set(key, rest);
    else this.waiting.delete(key);
  }
}
