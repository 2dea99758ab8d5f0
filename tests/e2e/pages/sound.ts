import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { violations } from "./axe";

/**
 * What is on the screen now has no accessibility faults, and the page does not scroll sideways.
 * @param state what it is, for the message
 * @param part a selector, where only a part is looked at
 */
export async function expectSound(page: Page, state = "", part?: string): Promise<void> {
  expect(await violations(page, { part }), state).toEqual([]);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond, `${state}: the page scrolls sideways`).toBeLessThanOrEqual(0);
}
