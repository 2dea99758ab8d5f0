import { chromium } from "@playwright/test";
import { chromiumParameters, findChromium } from "../../scripts/lib/chromium.mjs";
import { browserHeaders } from "./http.mjs";

/**
 * Runs something with a browser and closes it.
 * @param {(browser: import("@playwright/test").Browser) => Promise<void>} work
 */
export async function withBrowser(work) {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumParameters, "--js-flags=--expose-gc"],
  });
  await work(browser).finally(() => browser.close());
}

/**
 * A new browser context with an empty cache, signed in as the administrator or another user.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {string} [userName]
 */
export async function signedInContext(browser, origin, userName) {
  const { cookie } = await browserHeaders(origin, userName);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
    }),
  );
  return context;
}
