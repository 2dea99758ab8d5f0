import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Product } from "../fixtures/product";

/** `/playground?tab=fields`: one of each field, and its values. */
export class FieldGallery {
  readonly form: Locator;

  private constructor(readonly page: Page) {
    this.form = page.getByRole("form", { name: /^(Fields|Felder)$/ });
  }

  static async open(page: Page, product: Product): Promise<FieldGallery> {
    await page.goto(product.at("/playground?tab=fields"));
    const gallery = new FieldGallery(page);
    // Rendered only on the client, so it is hydrated now.
    await expect(gallery.form.locator("[contenteditable=true]")).toBeVisible();
    return gallery;
  }

  /** Returns the text box with exactly this name. */
  box(name: string): Locator {
    return this.form.getByRole("textbox", { name, exact: true });
  }

  /** Waits until the value of a field is as expected. */
  async expectValue(name: string, value: unknown): Promise<void> {
    const values = this.page.getByRole("region", { name: /^(Values|Werte)/ });
    const sent = async () => JSON.parse((await values.locator("pre").textContent()) ?? "{}")[name];
    await expect.poll(sent).toEqual(value);
  }

  async check(): Promise<void> {
    await this.form.getByRole("button", { name: /^(Check|Prüfen)$/ }).click();
  }

  /** Expects a field's description to contain the message. */
  async expectMessage(label: string, message: string): Promise<void> {
    await expect(this.box(label)).toHaveAccessibleDescription(message);
    await expect(this.box(label)).toHaveAttribute("aria-invalid", "true");
  }
}
