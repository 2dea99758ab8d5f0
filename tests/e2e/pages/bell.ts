import type { Locator, Page } from "@playwright/test";

/** Page object of the bell in the top bar and its panel. */
export class Bell {
  readonly button: Locator;
  readonly panel: Locator;
  readonly notifications: Locator;
  readonly messages: Locator;

  constructor(readonly page: Page) {
    this.button = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
    this.panel = page.getByRole("dialog", { name: "Notifications" });
    this.notifications = this.panel.getByRole("list", { name: "Notifications" }).getByRole("listitem");
    this.messages = this.panel.getByRole("list", { name: "Messages" }).getByRole("listitem");
  }

  async open(tab: "Notifications" | "Messages" = "Notifications"): Promise<void> {
    await this.button.click();
    await this.tab(tab).click();
  }

  tab(name: "Notifications" | "Messages"): Locator {
    return this.panel.getByRole("tab", { name });
  }
}
