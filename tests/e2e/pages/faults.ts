import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const widths = [360, 768, 1440];

/** Faults that axe finds in what is on the screen now, at each size and in each theme. */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      // One page does: none of the product's pages has frames.
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      // What is not about colour is the same in both themes.
      const { violations } = await (colorScheme === "dark"
        ? axe.withRules(["color-contrast"])
        : axe
      ).analyze();
      for (const { id, nodes } of violations)
        for (const { html } of nodes) found.push(`${width} ${colorScheme} ${id}: ${html.slice(0, 160)}`);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) found.push(`${width}: the page scrolls sideways by ${beyond} px`);
    }
  return found;
}
