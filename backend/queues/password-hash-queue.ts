import { RequestError } from "../core/errors";

/** `first`: known users, in order of arrival; `last`: anonymous callers. */
export type Lane = "first" | "last";

interface Waiting {
  begin(): void;
}

/**
 * Limits concurrent costly work and queues the rest. Anonymous work runs newest first, and the oldest is rejected with
 * a retry: a flood beyond capacity then delays itself rather than later arrivals, and known users do not wait for it at
 * all.
 */
export class PasswordHashQueue {
  private taken = 0;
  private readonly lanes: Record<Lane, Waiting[]> = { first: [], last: [] };

  /** @param timeout milliseconds that work in the last lane waits at most */
  constructor(
    private readonly count: number,
    private readonly timeout: number,
  ) {}

  /** @throws {RequestError} 503 `busySigningIn` after waiting too long */
  async during<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.taken < this.count) this.taken += 1;
    else await this.turn(lane);
    try {
      return await work();
    } finally {
      const next = this.lanes.first.shift() ?? this.lanes.last.pop();
      if (next) next.begin();
      else this.taken -= 1;
    }
  }

  /** Resolves once a place is handed over. */
  private turn(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.lanes[lane];
      const giveUp = () => {
        waiting.splice(waiting.indexOf(mine), 1);
        reject(new RequestError("busySigningIn", { status: 503, headers: { "retry-after": "10" } }));
      };
      const late = lane === "last" ? setTimeout(giveUp, this.timeout) : undefined;
      const mine: Waiting = {
        begin: () => {
          clearTimeout(late);
          resolve();
        },
      };
      waiting.push(mine);
    });
  }
}
