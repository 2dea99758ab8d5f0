import { type Locator, locators } from "vitest/browser";

declare module "vitest/browser" {
  interface LocatorSelectors {
    /** What a selector of CSS finds, where there is no role or text to look for. */
    getByCss(selector: string): Locator;
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` });
