import { RequestError } from "./errors";

/** `first`: for somebody who is known, in the order they came; `last`: for anybody at all. */
export type Lane = "first" | "last";

interface Waiting {
  begin(): void;
}

/**
 * Lets so much costly work run at once and keeps the rest waiting. Of what anybody at all may ask for, the newest goes first
 * and the oldest is told to come back: a flood that cannot be worked off then delays itself rather than those who come after
 * it, and those who are known do not wait for it at all.
 */
export class PasswordHashQueue {
  private taken = 0;
  private readonly lanes: Record<Lane, Waiting[]> = { first: [], last: [] };

  /** @param timeout milliseconds that work in the last lane waits at most */
  constructor(
    private readonly count: number,
    private readonly timeout: number,
  ) {}

  /** @throws {RequestError} 503 `busySigningIn` for what has waited too long */
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

  /** Resolves once a place was handed over. */
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
