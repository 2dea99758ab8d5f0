import axe from "axe-core";
import { expect } from "vitest";
import { movementsEnded } from "../support/movements-ended";

/**
 * What is on the screen now has no accessibility faults, and the page does not scroll sideways.
 * @param state what it is, for the message
 * @param part a selector, where only a part is looked at
 */
export async function expectSound(state: string, part?: string): Promise<void> {
  await movementsEnded();
  const { violations } = await axe.run(part ?? document, { resultTypes: ["violations"] });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
  expect(found, state).toEqual([]);
  const beyond = document.documentElement.scrollWidth - innerWidth;
  expect(beyond, `${state}: the page scrolls sideways`).toBeLessThanOrEqual(0);
}
