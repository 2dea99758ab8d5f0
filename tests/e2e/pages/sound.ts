import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { violations } from "./axe";

/**
 * Expects no accessibility violations and no horizontal scrolling.
 * @param state description for the failure message
 * @param part selector of the part to check
 */
export async function expectAccessible(page: Page, state = "", part?: string): Promise<void> {
  expect(await violations(page, { part }), state).toEqual([]);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond, `${state}: the page scrolls sideways`).toBeLessThanOrEqual(0);
}
