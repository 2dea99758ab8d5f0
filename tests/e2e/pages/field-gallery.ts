import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Product } from "../fixtures/product";

/** `/playground?tab=fields`: one of each field, and what they would send. */
export class FieldGallery {
  readonly form: Locator;

  private constructor(readonly page: Page) {
    this.form = page.getByRole("form", { name: /^(Fields|Felder)$/ });
  }

  static async open(page: Page, product: Product): Promise<FieldGallery> {
    await page.goto(product.at("/playground?tab=fields"));
    const gallery = new FieldGallery(page);
    // Rendered by the page's own code alone, so that what is done next is heard.
    await expect(gallery.form.locator("[contenteditable=true]")).toBeVisible();
    return gallery;
  }

  /** The text box of exactly this name. */
  box(name: string): Locator {
    return this.form.getByRole("textbox", { name, exact: true });
  }

  /** The value that a field would send, once it is as expected. */
  async expectValue(name: string, value: unknown): Promise<void> {
    const values = this.page.getByRole("region", { name: /^(Values|Werte)/ });
    const sent = async () => JSON.parse((await values.locator("pre").textContent()) ?? "{}")[name];
    await expect.poll(sent).toEqual(value);
  }

  async check(): Promise<void> {
    await this.form.getByRole("button", { name: /^(Check|Prüfen)$/ }).click();
  }

  /** The message that describes a field. */
  async expectMessage(label: string, message: string): Promise<void> {
    await expect(this.box(label)).toHaveAccessibleDescription(message);
    await expect(this.box(label)).toHaveAttribute("aria-invalid", "true");
  }
}
