/**
 * Resolves once animations on the page have ended, since fading elements have other contrasts. Ignores loading indicators, which
 * never end.
 */
export async function movementsEnded(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
