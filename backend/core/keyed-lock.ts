import { RequestError } from "./errors";

const last = new Map<string, Promise<unknown>>();
const counts = new Map<string, number>();

/**
 * Runs work with a common key sequentially, in order of arrival, so that each of many concurrent guesses sees the
 * failures before it.
 * @param most limit of running and waiting work for the first key
 * @throws {RequestError} 429 `concurrent` above that
 */
export async function withKeyedLock<T>(
  keys: readonly string[],
  work: () => Promise<T>,
  max = Number.POSITIVE_INFINITY,
): Promise<T> {
  const [counted = ""] = keys;
  const count = (counts.get(counted) ?? 0) + 1;
  if (count > max) throw new RequestError("concurrent", { status: 429, headers: { "retry-after": "10" } });
  counts.set(counted, count);
  const before = keys.map((key) => last.get(key));
  const mine = Promise.allSettled(before).then(work);
  for (const key of keys) last.set(key, mine);
  try {
    return await mine;
  } finally {
    for (const key of keys) if (last.get(key) === mine) last.delete(key);
    const left = (counts.get(counted) ?? 1) - 1;
    if (left > 0) counts.set(counted, left);
    else counts.delete(counted);
  }
}
