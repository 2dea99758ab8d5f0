import { expect, type Page, type Route } from "@playwright/test";
import { languageCookie } from "@/lib/i18n/language";
import type { Language } from "@/lib/preferences/preferences";
import { type Compiled, cutTexts, foreignTexts, ownTexts, shownTexts, widest } from "./texts";

const translated: readonly Language[] = ["de", "pl", "sr"];
const foreign = foreignTexts(translated);
const own = translated.flatMap((language) => ownTexts(language));

// Common laptops are 1280 wide, where the columns for large screens have the least room. The long run covers more sizes.
const widths = [1280, 360];

/** Resolves once nothing visible is loading. */
export async function settled(page: Page): Promise<void> {
  // Not by role: under a dialog it has none.
  await expect(page.locator("main")).toBeVisible();
  await expect(page.locator("main [role=status][aria-label]")).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Switches the language like another window of the user, independent of open dialogs. */
export async function switchLanguage(page: Page, prefix: string, language: Language): Promise<void> {
  await page.evaluate(
    ([name, symbol]) => {
      const windows = new BroadcastChannel(name);
      windows.postMessage(symbol);
      windows.close();
    },
    [`hub.language${prefix}`, language] as const,
  );
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

let widestMessages: Promise<Compiled> | undefined;

async function messagesAt(route: Route, language: Language): Promise<Compiled> {
  const url = new URL(language, route.request().url()).href;
  return (await (await route.fetch({ url })).json()) as Compiled;
}

/**
 * Returns text faults on a laptop and a phone: English words, truncated words, and horizontal scrolling. Combines all languages
 * using their longest words; the long run checks each. The language stays switched: call {@link switchLanguage} or {@link forgetLanguage}
 * next.
 */
export async function faultsOfWords(page: Page, prefix: string): Promise<string[]> {
  await page.route("**/api/messages/*", async (route) => {
    if (new URL(route.request().url()).pathname.endsWith("/en")) return route.continue();
    // Shared by all pages of a run.
    widestMessages ??= Promise.all(translated.map((language) => messagesAt(route, language))).then(widest);
    await route.fulfill({ json: await widestMessages });
  });
  await switchLanguage(page, prefix, "de");
  const faults = (await shownTexts(page, foreign)).map((text) => `English: ${text}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    for (const text of await cutTexts(page, own)) faults.push(`cut off at ${width} px: ${text}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) faults.push(`${width}: the page scrolls sideways by ${beyond} px`);
  }
  return faults;
}

/** Resets the stored language, so that the next page uses the browser's. */
export async function forgetLanguage(page: Page): Promise<void> {
  await page.context().clearCookies({ name: languageCookie });
}
