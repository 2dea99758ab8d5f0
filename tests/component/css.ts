import { type Locator, locators } from "vitest/browser";

declare module "vitest/browser" {
  interface LocatorSelectors {
    /** Finds elements by CSS selector where there is no role or text. */
    getByCss(selector: string): Locator;
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` });
