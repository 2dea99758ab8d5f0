import { availableParallelism } from "node:os";
import { FairQueue } from "../files/fair-queue";
import { RequestError } from "../http/errors";

const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Milliseconds to wait for a turn. */
const maxWait = 30_000;

export const busyReports = (cause?: unknown) =>
  new RequestError("busyReports", { status: 503, headers: { "retry-after": "10" }, cause });

const waiting = new FairQueue<{ begin: () => void }>({ all: 48, each: 8 });
let running = 0;

/** Resolves when it is somebody's turn. @throws {RequestError} 503 when too many wait */
export function beginTurn(by: string): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      waiting.remove(by, item);
      reject(busyReports());
    }, maxWait);
    const item = {
      begin: () => {
        clearTimeout(late);
        resolve();
      },
    };
    if (!waiting.add(by, item)) {
      clearTimeout(late);
      reject(busyReports());
    }
  });
}

export function endTurn(): void {
  const next = waiting.take();
  if (next) next.begin();
  else running -= 1;
}
