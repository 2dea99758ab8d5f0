import type { Row } from "./column";

/** Takes rows from batches, up to a given number at a time, and knows whether more follow. */
export class RowReader {
  private batch: readonly Row[] = [];
  private position = 0;

  private constructor(private readonly batches: AsyncIterator<readonly Row[]>) {}

  /** Resolves with the first rows. */
  static async open(batches: AsyncIterable<readonly Row[]>): Promise<RowReader> {
    const reader = new RowReader(batches[Symbol.asyncIterator]());
    await reader.advance();
    return reader;
  }

  get isAtEnd(): boolean {
    return this.position >= this.batch.length;
  }

  /** Buffered rows, without consuming them. */
  get ahead(): readonly Row[] {
    return this.batch.slice(this.position);
  }

  /** The next rows, at most `count`; none at the end. */
  async take(count: number): Promise<readonly Row[]> {
    const rows = this.batch.slice(this.position, this.position + count);
    this.position += rows.length;
    if (this.isAtEnd) await this.advance();
    return rows;
  }

  /** Releases the source of the rows, also before its end. */
  async close(): Promise<void> {
    await this.batches.return?.();
  }

  private async advance(): Promise<void> {
    do {
      const { done, value } = await this.batches.next();
      this.batch = done ? [] : value;
      this.position = 0;
      if (done) return;
    } while (this.batch.length === 0);
  }
}
