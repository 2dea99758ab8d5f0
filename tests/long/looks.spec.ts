import type { Page } from "@playwright/test";
import { lastMailTo, linkIn } from "@/backend/testing/mail";
import { contract } from "@/lib/contract";
import type { Language } from "@/lib/preferences/preferences";
import { expect, test, uniqueName } from "../e2e/fixtures/test";
import { violations } from "../e2e/pages/axe";
import { switchLanguage } from "../e2e/pages/languages";
import { cutTexts, foreignTexts, ownTexts, shownTexts } from "../e2e/pages/texts";
import { WorkspacePage } from "../e2e/pages/workspace-page";
import { listStates } from "../e2e/states/lists";
import { recordStates } from "../e2e/states/records";
import { shellStates } from "../e2e/states/shell";
import { reach } from "../e2e/states/state";

const languages: readonly Language[] = ["en", "de", "pl", "sr"];
// The last is a 1280 × 1024 screen at 400 % zoom (WCAG 1.4.10).
const sizes = [
  [1440, 800],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [360, 800],
  [320, 256],
] as const;
const themes = ["light", "dark"] as const;

/** Keys scroll a menu by moving through it, which axe ignores while no item is focused. */
const isScrollingMenu = (violation: string) => /^scrollable-region-focusable: .*role="menu"/.test(violation);

/** Returns the layout errors at each size and theme. */
async function faultsIn(page: Page, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      for (const violation of await violations(page))
        if (!isScrollingMenu(violation)) found.push(`${language} ${width} ${colorScheme}: ${violation}`);
    }
    for (const text of await cutTexts(page, ownTexts(language)))
      found.push(`${language} ${width}: cut off: ${text}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) found.push(`${language} ${width}: the page scrolls sideways by ${beyond} px`);
  }
  for (const text of await shownTexts(page, foreignTexts([language])))
    found.push(`${language}: English: ${text}`);
  return found;
}

test.beforeEach(({ consoleErrors }) => {
  test.setTimeout(600_000);
  consoleErrors.allow(/status of 5\d\d/);
});

for (const [kind, states] of Object.entries({ shell: shellStates, lists: listStates, records: recordStates }))
  for (const state of states)
    test(`[SH-09] [PR-02] ${kind}: ${state[0]}`, async ({ signedInPage: page, product, api, user }) => {
      const roleId = await api.createRole({ permissions: ["UserView", "RoleView"] });
      const subject = await api.createUser({ roleIds: [roleId] });
      await reach({ page, product, api, user, subject, roleId, workspace: new WorkspacePage(page) }, state);
      const faults: string[] = [];
      for (const language of languages) {
        // States that hold all calls still load messages.
        await page.route("**/api/messages/*", (route) => route.continue());
        await switchLanguage(page, product.prefix, language);
        faults.push(...(await faultsIn(page, language)));
      }
      expect(faults).toEqual([]);
    });

// Before the sign-in the browser's language applies.
for (const locale of languages)
  test.describe(`public pages in ${locale}`, () => {
    test.use({ locale });

    test("[SH-09] [PR-02] refused sign-in", async ({ page, product }) => {
      await page.goto(product.at("/login"));
      await page.locator("input[autocomplete=username]").fill("nobody");
      await page.locator("input[type=password]").fill("wrong");
      await page.locator("button[type=submit]").click();
      await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
      expect(await faultsIn(page, locale)).toEqual([]);
    });

    test("[SH-09] [PR-02] an empty invitation form", async ({ page, product, api }) => {
      const email = `${uniqueName("guest")}@example.test`;
      await api.call(contract.invitations.invite, { body: { email, roleIds: [] } });
      await page.goto(linkIn(lastMailTo(product.outbox, email)));
      await page.locator("main button[type=submit]").click();
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      expect(await faultsIn(page, locale)).toEqual([]);
    });
  });
