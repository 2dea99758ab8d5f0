// See docs/decisions/0103.

import { RequestError } from "../core/errors";
import { type Asker, FairQueue } from "./fair-queue";

interface Limits {
  /** Limits of work that runs at once: in total, and by weight for one person. */
  atOnce: number;
  each: number;
  /** Milliseconds that work waits for its turn. */
  timeout: number;
  /** Limits of waiting work: in total and for one person. */
  waiting: { all: number; each: number };
  /** The error for work that waited too long or found no room to wait. */
  refusal?: () => RequestError;
}

/** Calls the listener when the client disconnects. @returns stops listening */
export type Departure = (listener: () => void) => () => void;

/** Aborts work of a disconnected client; this response is never received, and it is not an error of ours. */
export const clientDisconnected = () => new RequestError("busy", { status: 499 });

export interface Asking {
  /** Work of a disconnected client is not begun. */
  departure?: Departure;
  /** The part of a person's share that the work takes. */
  weight?: number;
}

interface Job {
  key: string;
  weight: number;
  begin: () => void;
  refuse: (error: Error) => void;
}

const keyOf = ({ tenant, person }: Asker) => `${tenant}\n${person}`;

/**
 * Limits concurrent work and queues the rest. Tenants take turns, and so do the people of each; one person never takes
 * all places, so that others find one. Abandoned work is not begun.
 */
export class FairLimiter {
  private readonly queue: FairQueue<Job>;
  private readonly running = new Map<string, number>();
  private taken = 0;

  constructor(private readonly limits: Limits) {
    this.queue = new FairQueue(limits.waiting);
  }

  get waiting(): number {
    return this.queue.waiting;
  }

  /** @throws {RequestError} 503 after waiting too long, or when too much is waiting; and the errors of `work` */
  async during<T>(asker: Asker, work: () => Promise<T>, asking?: Asking): Promise<T> {
    const release = await this.take(asker, asking);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** @returns releases the slot, with no effect when repeated; @throws as `during` */
  async take(asker: Asker, { departure, weight = 1 }: Asking = {}): Promise<() => void> {
    const key = keyOf(asker);
    const share = Math.min(weight, this.limits.each);
    if (this.mayRun(key, share)) this.begin(key, share);
    else await this.turn(asker, { key, weight: share }, departure);
    let isTaken = true;
    return () => {
      if (isTaken) this.end(key, share);
      isTaken = false;
    };
  }

  /** Rejects all waiting work, for instance when the resource that it waits for has failed. */
  refuseWaiting(error: Error): void {
    for (let job = this.queue.take(); job; job = this.queue.take()) job.refuse(error);
  }

  private mayRun(key: string, weight: number): boolean {
    return this.taken < this.limits.atOnce && (this.running.get(key) ?? 0) + weight <= this.limits.each;
  }

  private begin(key: string, weight: number): void {
    this.taken += 1;
    this.running.set(key, (this.running.get(key) ?? 0) + weight);
  }

  private end(key: string, weight: number): void {
    this.taken -= 1;
    const left = (this.running.get(key) ?? 0) - weight;
    if (left > 0) this.running.set(key, left);
    else this.running.delete(key);
    while (this.taken < this.limits.atOnce) {
      const next = this.queue.take((job) => this.mayRun(job.key, job.weight));
      if (!next) return;
      this.begin(next.key, next.weight);
      next.begin();
    }
  }

  private turn(asker: Asker, size: Pick<Job, "key" | "weight">, departure?: Departure): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(late);
        stopListening?.();
      };
      const job: Job = {
        ...size,
        begin: () => {
          stop();
          resolve();
        },
        refuse: (error) => {
          stop();
          reject(error);
        },
      };
      const giveUp = (error: Error) => {
        this.queue.remove(asker, job);
        job.refuse(error);
      };
      let stopListening: (() => void) | undefined;
      const late = setTimeout(() => giveUp(this.refusal()), this.limits.timeout);
      if (this.queue.add(asker, job)) stopListening = departure?.(() => giveUp(clientDisconnected()));
      else job.refuse(this.refusal());
    });
  }

  private refusal(): RequestError {
    const { refusal } = this.limits;
    return refusal ? refusal() : new RequestError("busy", { status: 503, headers: { "retry-after": "10" } });
  }
}
