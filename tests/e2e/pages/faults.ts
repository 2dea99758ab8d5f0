import type { Page } from "@playwright/test";
import { violations } from "./axe";

/** All rules once, and size-dependent ones on a phone. The long run covers the rest. */
const looks = [
  { width: 1440, colorScheme: "light", rules: "all" },
  { width: 360, colorScheme: "light", rules: "sizes" },
] as const;
const darkView = { width: 1440, colorScheme: "dark", rules: "colours" } as const;

/**
 * Returns axe violations and horizontal scrolling at each size.
 * @param options `dark`: also checks colours in dark mode; `part`: selector of the part to check
 */
export async function faults(
  page: Page,
  { dark = false, part }: { dark?: boolean; part?: string } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of dark ? [darkView, ...looks] : looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    for (const violation of await violations(page, { rules, part }))
      found.push(`${width} ${colorScheme} ${violation}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) found.push(`${width}: the page scrolls sideways by ${beyond} px`);
  }
  return found;
}
