import { expect, type Locator, type Page } from "@playwright/test";

/** The dialog that asks for the password over the workspace (AU-05). */
export class SignInAgain {
  readonly dialog: Locator;
  readonly userName: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly later: Locator;
  readonly leave: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole("dialog", { name: "Sign in again" });
    this.userName = this.dialog.getByRole("textbox", { name: "Username" });
    this.password = this.dialog.getByLabel("Password", { exact: true });
    this.submit = this.dialog.getByRole("button", { name: "Sign in", exact: true });
    this.later = this.dialog.getByRole("button", { name: "Not now" });
    this.leave = this.dialog.getByRole("button", { name: "Leave this workspace" });
  }

  async signIn(password: string): Promise<void> {
    await this.page.unroute(askedByItself);
    await this.password.fill(password);
    await this.submit.click();
    await expect(this.dialog).toBeHidden();
  }
}

/** What a page asks on its own: at the bell when it is drawn, and again once it hears live news. */
const askedByItself = "**/api/notifications**";

/** Takes the page's session away, as its age would: the page itself notices nothing. */
export async function expireSession(page: Page): Promise<void> {
  // Refused, what it asks on its own would ask for the password before the test means it to.
  const bellHasAsked = () =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/notifications"));
  await expect.poll(() => page.evaluate(bellHasAsked)).toBe(true);
  await page.route(askedByItself, () => undefined);
  await page.context().clearCookies({ name: /hub\.session/ });
}
