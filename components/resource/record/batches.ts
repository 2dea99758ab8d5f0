import { ApiError } from "@/lib/client/api/error";

/** As many ids as one address carries (a request that deletes names them there). */
export const idsPerRequest = 100;

export interface Refused<Target> {
  target: Target;
  error: unknown;
}

interface BatchOptions {
  /** Told how many are settled, after each call. */
  onProgress?: (settled: number) => void;
  /** Ends it after the call that is under way; those that are left are neither done nor refused. */
  signal?: AbortSignal;
}

export interface BatchResult<Target> {
  done: Target[];
  refused: Refused<Target>[];
}

/**
 * Runs a call that does all of what it is given or nothing, for any number of targets: at most {@link idsPerRequest} at
 * a time, one batch after the other. A batch that is refused because of some of its targets is divided until those are
 * found, so that the others are done. Whatever would go wrong with all of them ends it: what is left is refused too.
 * @throws what the first call failed with, when nothing at all was done
 */
export async function runInBatches<Target>(
  targets: readonly Target[],
  run: (batch: readonly Target[]) => Promise<unknown>,
  { onProgress, signal }: BatchOptions = {},
): Promise<BatchResult<Target>> {
  const done: Target[] = [];
  const refused: Refused<Target>[] = [];
  const waiting: (readonly Target[])[] = [];
  for (let from = 0; from < targets.length; from += idsPerRequest)
    waiting.push(targets.slice(from, from + idsPerRequest));

  for (let batch = waiting.shift(); batch && !signal?.aborted; batch = waiting.shift()) {
    try {
      await run(batch);
      done.push(...batch);
    } catch (error) {
      if (!isAboutSome(error)) {
        refused.push(...[batch, ...waiting].flat().map((target) => ({ target, error })));
        break;
      }
      if (batch.length > 1) waiting.unshift(...halves(batch));
      // What somebody else has deleted meanwhile is as it was meant to be; asked for alone, it is news.
      else if (isGone(error) && targets.length > 1) done.push(...batch);
      else refused.push(...batch.map((target) => ({ target, error })));
    }
    onProgress?.(done.length + refused.length);
  }
  if (done.length === 0 && refused[0]) throw new NothingDone(refused);
  return { done, refused };
}

/** Nothing at all was done; `cause` is why the first one was not. */
export class NothingDone<Target> extends Error {
  constructor(readonly refused: readonly Refused<Target>[]) {
    super("Nothing was done", { cause: refused[0]?.error });
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Whether it is some of the targets that are wrong, and not the connection, the server or the permission. */
function isAboutSome(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409].includes(error.status);
}

function halves<Target>(batch: readonly Target[]): [readonly Target[], readonly Target[]] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}
