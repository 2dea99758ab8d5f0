import { expect, type Locator, type Page } from "@playwright/test";
import { callsEnded } from "../fixtures/pending-calls";

/** Page object of the password dialog over the workspace (AU-05). */
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
    await this.page.unroute(automaticRequest);
    await this.password.fill(password);
    await this.submit.click();
    await expect(this.dialog).toBeHidden();
  }
}

/** Automatic request of the bell: on render, and after a live update. */
const automaticRequest = "**/api/notifications**";

/** Expires the page's session, which the page itself cannot notice. */
export async function expireSession(page: Page): Promise<void> {
  await holdAutomaticCalls(page);
  await page.context().clearCookies({ name: /hub\.session/ });
}

/** Holds back the calls that would open the dialog before a test's own call, once the session ends. */
export async function holdAutomaticCalls(page: Page): Promise<void> {
  const bellHasAsked = () =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/notifications"));
  await expect.poll(() => page.evaluate(bellHasAsked)).toBe(true);
  await page.route(automaticRequest, () => undefined);
  // Some follow a sign-in.
  await callsEnded(page);
}
