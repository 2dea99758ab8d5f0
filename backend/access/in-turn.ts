const last = new Map<string, Promise<unknown>>();

/**
 * Runs pieces of work that share a key one after the other, in the order they came, so that of many guesses sent at
 * once each sees the failures before it.
 */
export async function inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const before = keys.map((key) => last.get(key));
  const mine = Promise.allSettled(before).then(work);
  for (const key of keys) last.set(key, mine);
  try {
    return await mine;
  } finally {
    for (const key of keys) if (last.get(key) === mine) last.delete(key);
  }
}
