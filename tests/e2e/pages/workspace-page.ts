import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Page object of the shell: top bar, tab strip and overlays. */
export class WorkspacePage {
  readonly strip: Locator;
  readonly tabs: Locator;
  readonly activeTab: Locator;
  readonly panel: Locator;
  readonly dialog: Locator;
  readonly toasts: Locator;

  constructor(readonly page: Page) {
    this.strip = page.getByRole("tablist", { name: "Open tabs" });
    this.tabs = this.strip.getByRole("tab");
    this.activeTab = this.strip.getByRole("tab", { selected: true });
    this.panel = page.getByRole("main").locator("> [role=tabpanel]:visible");
    this.dialog = page.getByRole("dialog");
    this.toasts = page.locator("[data-sonner-toast]");
  }

  tab(name: string | RegExp): Locator {
    return this.strip.getByRole("tab", { name });
  }

  closeButton(name: string): Locator {
    return this.page.getByRole("button", { name: `Close ${name}` });
  }

  /** Opens a menu of the top bar and chooses from it, one level per name. */
  async choose(menu: string | RegExp, ...items: (string | RegExp)[]): Promise<void> {
    await this.page.getByRole("banner").getByRole("button", { name: menu }).click();
    for (const name of items)
      await this.page
        .getByRole("menu")
        .last()
        .locator("[role^=menuitem]")
        .filter({ hasText: name })
        .first()
        .click();
  }

  /** Waits for keyboard and pointer handlers; clicks and typed text work earlier. */
  async listens(): Promise<void> {
    await this.page.waitForFunction(() => window.hubEarly === undefined);
  }

  /** Navigates without a load, like back and forward. */
  async follow(address: string): Promise<void> {
    await this.listens();
    await this.page.evaluate((to) => {
      history.pushState({ ...history.state, tab: undefined }, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);
  }

  async expectTabs(...titles: (string | RegExp)[]): Promise<void> {
    await expect(this.tabs).toHaveText(titles);
  }

  /** Starts editing the first section of a detail view and types a first name. */
  async editFirstName(value: string): Promise<Locator> {
    await this.panel.getByRole("button", { name: /^Edit/ }).first().click();
    const field = this.panel.getByRole("textbox", { name: "First name" });
    await field.fill(value);
    return field;
  }
}
