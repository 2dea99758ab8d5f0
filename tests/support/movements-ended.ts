/**
 * Resolves once nothing moves on the page that this runs in: what fades in has another contrast on its way. What stands
 * for something that is loading never ends.
 */
export async function movementsEnded(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
