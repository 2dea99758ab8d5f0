import { ApiError } from "@/lib/client/api/error";

/** Maximum ids per address (a delete request contains them). */
export const idsPerRequest = 100;

export interface Refused<Target> {
  target: Target;
  error: unknown;
}

interface BatchOptions {
  /** Receives the number of settled targets after each call. */
  onProgress?: (settled: number) => void;
  /** Stops after the current call; remaining targets are neither done nor refused. */
  signal?: AbortSignal;
}

export interface BatchResult<Target> {
  done: Target[];
  refused: Refused<Target>[];
}

/**
 * Applies an all-or-nothing call to any number of targets: sequentially, at most {@link idsPerRequest} at a time. A batch refused
 * because of some targets is bisected to find those, so that the others succeed. Any other failure ends the run, and refuses the
 * remaining targets.
 * @throws the first failure if nothing was done
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
      if (!concernsSomeTargets(error)) {
        refused.push(...[batch, ...waiting].flat().map((target) => ({ target, error })));
        break;
      }
      if (batch.length > 1) waiting.unshift(...bisect(batch));
      // Targets deleted by another user count as done, except if requested alone.
      else if (isGone(error) && targets.length > 1) done.push(...batch);
      else refused.push(...batch.map((target) => ({ target, error })));
    }
    onProgress?.(done.length + refused.length);
  }
  if (done.length === 0 && refused[0]) throw new NothingDoneError(refused);
  return { done, refused };
}

/** Thrown if nothing was done; `cause` is the first failure. */
export class NothingDoneError<Target> extends Error {
  constructor(readonly refused: readonly Refused<Target>[]) {
    super("Nothing was done", { cause: refused[0]?.error });
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Whether the failure concerns some targets, and not the connection, server or permission. */
function concernsSomeTargets(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409].includes(error.status);
}

function bisect<Target>(batch: readonly Target[]): [readonly Target[], readonly Target[]] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}
