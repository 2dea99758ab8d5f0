import axe from "axe-core";
import { expect } from "vitest";
import { movementsEnded } from "../support/movements-ended";

/**
 * Expects no accessibility violations and no horizontal scrolling.
 * @param state description for the failure message
 * @param part selector of the part to check
 */
export async function expectAccessible(state: string, part?: string): Promise<void> {
  await movementsEnded();
  const { violations } = await axe.run(part ?? document, { resultTypes: ["violations"] });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
  expect(found, state).toEqual([]);
  const beyond = document.documentElement.scrollWidth - innerWidth;
  expect(beyond, `${state}: the page scrolls sideways`).toBeLessThanOrEqual(0);
}
