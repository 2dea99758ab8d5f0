/**
 * Waits for all of what one transaction is asked at the same time: it is not left while any of that goes on.
 * @throws what the first of those given that fails does
 */
export async function settleAll<const Work extends readonly (Promise<unknown> | undefined)[]>(
  ...work: Work
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
