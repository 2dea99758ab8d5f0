/** Work on items, each waiting at most once, a few of them at a time, and what is urgent before the rest. */
export class WorkQueue<T> {
  private readonly urgent = new Set<T>();
  private readonly rest = new Set<T>();
  private running = 0;

  /** @param work must not throw */
  constructor(
    private readonly concurrency: number,
    private readonly work: (item: T) => Promise<void>,
  ) {}

  add(item: T, isUrgent: boolean): void {
    if (isUrgent) {
      this.rest.delete(item);
      this.urgent.add(item);
    } else if (!this.urgent.has(item)) this.rest.add(item);
    if (this.running < this.concurrency) void this.run();
  }

  /** Whether it waits; what is being worked on does not. */
  has(item: T): boolean {
    return this.urgent.has(item) || this.rest.has(item);
  }

  delete(item: T): void {
    this.urgent.delete(item);
    this.rest.delete(item);
  }

  private async run(): Promise<void> {
    this.running += 1;
    for (let item = this.next(); item !== undefined; item = this.next()) await this.work(item);
    this.running -= 1;
  }

  private next(): T | undefined {
    for (const waiting of [this.urgent, this.rest])
      for (const item of waiting) {
        waiting.delete(item);
        return item;
      }
    return undefined;
  }
}
