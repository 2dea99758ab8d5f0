import { expect, test } from "vitest";
import { ApiError } from "@/lib/client/api/error";
import { idsPerRequest, NothingDoneError, runInBatches } from "./batches";

const failure = (status: number) => new ApiError({ status, code: "internal", title: String(status) });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Server that applies a batch completely or not at all; some targets fail with a given status. */
function server(bad: Readonly<Record<number, number>>) {
  const calls: number[] = [];
  return {
    calls,
    run: async (batch: readonly number[]) => {
      calls.push(batch.length);
      const status = batch.map((target) => bad[target]).find(Boolean);
      if (status) throw failure(status);
    },
  };
}

test("[TL-02] sends at most a hundred at a time, with progress", async () => {
  const { calls, run } = server({});
  const settled: number[] = [];
  const { done, refused } = await runInBatches(numbers(250), run, {
    onProgress: (count) => settled.push(count),
  });
  expect([calls, settled, done.length, refused]).toEqual([[100, 100, 50], [100, 200, 250], 250, []]);
  expect(Math.max(...calls)).toBeLessThanOrEqual(idsPerRequest);
});

test("[TL-02] refused targets are isolated, and the others are processed", async () => {
  const { run } = server({ 7: 409, 8: 404, 130: 409 });
  const { done, refused } = await runInBatches(numbers(150), run);
  expect(refused.map(({ target }) => target)).toEqual([7, 130]);
  expect(done).toHaveLength(148);
  expect(done).toContain(8);
});

test("[TL-02] a failure of all targets ends the run, and reports the remaining ones", async () => {
  const { calls, run } = server({ 150: 503 });
  const { done, refused } = await runInBatches(numbers(300), run);
  expect([done.length, refused.length, refused[0]?.target]).toEqual([100, 200, 100]);
  expect(calls).toEqual([100, 100]);
});

test.each([403, 503, 404])("[TL-02] throws if nothing was processed: %i", async (status) => {
  const { run } = server({ 0: status });
  const failed = await runInBatches([0], run).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(NothingDoneError);
  expect((failed as Error).cause).toMatchObject({ status });
});

test("[TL-02] stops on request: the current batch completes, the rest is unchanged", async () => {
  const { calls, run } = server({});
  const stop = new AbortController();
  const { done, refused } = await runInBatches(numbers(450), run, {
    onProgress: (count) => count === 200 && stop.abort(),
    signal: stop.signal,
  });
  expect([calls.length, done, refused]).toEqual([2, numbers(200), []]);
});
