import { type Asker, FairQueue } from "../queues/fair-queue";

const unlimited = { all: Number.POSITIVE_INFINITY, each: Number.POSITIVE_INFINITY };

/** Works on items with limited concurrency, each queued at most once: urgent ones first, and people in turn. */
export class WorkQueue<T> {
  private readonly urgent = new FairQueue<T>(unlimited);
  private readonly rest = new FairQueue<T>(unlimited);
  /** The queue of each waiting item. */
  private readonly waiting = new Map<T, FairQueue<T>>();
  private running = 0;

  /**
   * @param work must not throw
   * @param askerOf owner of an item, always the same
   */
  constructor(
    private readonly concurrency: number,
    private readonly work: (item: T) => Promise<void>,
    private readonly askerOf: (item: T) => Asker,
  ) {}

  add(item: T, isUrgent: boolean): void {
    const current = this.waiting.get(item);
    if (!current || (isUrgent && current === this.rest)) {
      this.delete(item);
      const queue = isUrgent ? this.urgent : this.rest;
      queue.add(this.askerOf(item), item);
      this.waiting.set(item, queue);
    }
    if (this.running < this.concurrency) void this.run();
  }

  /** Whether it is waiting; an item in progress is not. */
  has(item: T): boolean {
    return this.waiting.has(item);
  }

  delete(item: T): void {
    this.waiting.get(item)?.remove(this.askerOf(item), item);
    this.waiting.delete(item);
  }

  private async run(): Promise<void> {
    this.running += 1;
    for (let item = this.next(); item !== undefined; item = this.next()) await this.work(item);
    this.running -= 1;
  }

  private next(): T | undefined {
    const item = this.urgent.take() ?? this.rest.take();
    if (item !== undefined) this.waiting.delete(item);
    return item;
  }
}
