import { RequestError } from "./errors";

/** Lets so much long work run at once and refuses the rest, so that enough is left for short requests. */
export class ConcurrencyLimiter {
  private taken = 0;

  constructor(private readonly count: number) {}

  /** @throws {RequestError} 503 `busy` when every slot is taken */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const release = this.take();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** @returns what gives the slot back, once however often it is called; @throws as `during` */
  take(): () => void {
    if (this.taken >= this.count)
      throw new RequestError("busy", { status: 503, headers: { "retry-after": "10" } });
    this.taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.taken -= 1;
      isTaken = false;
    };
  }
}
