import type { Page } from "@playwright/test";
import { violations } from "./axe";

/** All rules once, and on a phone what depends on the room. The long run has the rest. */
const looks = [
  { width: 1440, colorScheme: "light", rules: "all" },
  { width: 360, colorScheme: "light", rules: "sizes" },
] as const;
const inTheDark = { width: 1440, colorScheme: "dark", rules: "colours" } as const;

/**
 * Faults that axe finds in what is on the screen now, and whether the page scrolls sideways, at each size.
 * @param options `dark`: its colours are looked at in the dark as well; `part`: a selector, where only that is new
 */
export async function faults(
  page: Page,
  { dark = false, part }: { dark?: boolean; part?: string } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of dark ? [inTheDark, ...looks] : looks) {
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
