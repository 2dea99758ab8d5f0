import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Language } from "@/lib/preferences/preferences";
import { cutTexts, foreignTexts, ownTexts, shownTexts } from "./texts";
import { WorkspacePage } from "./workspace-page";

/** Each by its own name, and what it calls the menu of languages. */
const languages = [
  ["de", "Deutsch", "Sprache"],
  ["pl", "Polski", "Język"],
  ["sr", "Srpski", "Jezik"],
] as const;

// The usual laptop is 1280 wide: columns that fit a large screen have the least room there. The long run has more sizes.
const widths = [360, 1280];

const texts = new Map<Language, { foreign: string[]; own: string[] }>(
  languages.map(([language]) => [language, { foreign: foreignTexts(language), own: ownTexts(language) }]),
);

/** Resolves once nothing of what is on the screen is still loading. */
export async function settled(page: Page): Promise<void> {
  // Not by its role: under a dialog it has none.
  await expect(page.locator("main")).toBeVisible();
  await expect(page.locator("main [role=status][aria-label]")).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/**
 * Says what is on the screen in each language in turn, as its user would: first in the one it is in already, and last in
 * the one that the next page then begins with.
 */
export async function inEachLanguage(page: Page, look: (language: Language) => Promise<void>): Promise<void> {
  const workspace = new WorkspacePage(page);
  const html = page.locator("html");
  const spoken = await html.getAttribute("lang");
  const from = Math.max(
    0,
    languages.findIndex(([language]) => language === spoken),
  );
  let menu = languages.find(([language]) => language === spoken)?.[2] ?? "Language";
  for (const [language, name, ownMenu] of [...languages.slice(from), ...languages.slice(0, from)]) {
    if (language !== spoken) await workspace.choose(menu, name);
    await expect(html).toHaveAttribute("lang", language);
    await look(language);
    menu = ownMenu;
  }
}

/** What is wrong with what is on the screen: English words, words that are cut off, and a page that is too wide. */
export async function faultsIn(page: Page, language: Language): Promise<string[]> {
  const { foreign = [], own = [] } = texts.get(language) ?? {};
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [
    ...(await shownTexts(page, foreign)).map((text) => `English: ${text}`),
    ...(await cutTexts(page, own)).map((text) => `cut off: ${text}`),
    ...(isTooWide ? ["scrolls sideways"] : []),
  ];
}

/** {@link faultsIn} in each language, on a phone and on a laptop. */
export async function faultsInEachLanguage(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await inEachLanguage(page, async (language) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      for (const fault of await faultsIn(page, language))
        faults.push(`in ${language} at ${width} px: ${fault}`);
    }
  });
  return faults;
}
