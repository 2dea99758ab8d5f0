/**
 * Waits until all concurrent work of a transaction has settled, so that none outlives it.
 * @throws the error of the first failed one, in the order given
 */
export async function settleAll<const Work extends readonly (Promise<unknown> | undefined)[]>(
  ...work: Work
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
