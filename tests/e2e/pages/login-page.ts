import type { Locator, Page } from "@playwright/test";
import type { Credentials } from "../fixtures/session";

/** Page object of the form for user name and password (AU-02). */
export class LoginPage {
  readonly headline: Locator;
  readonly userName: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly cancel: Locator;
  readonly alert: Locator;

  constructor(readonly page: Page) {
    this.headline = page.getByRole("heading", { name: "Login with user and password" });
    this.userName = page.getByRole("textbox", { name: "Username" });
    this.password = page.getByLabel("Password", { exact: true });
    this.submit = page.getByRole("button", { name: "Sign in" });
    this.cancel = page.getByRole("button", { name: "Cancel" });
    this.alert = page.getByRole("alert").filter({ hasText: /\S/ });
  }

  async signIn({ userName, password }: Credentials): Promise<void> {
    await this.userName.fill(userName);
    await this.password.fill(password);
    await this.submit.click();
  }
}
