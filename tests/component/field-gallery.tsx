import { expect } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { FieldGallery as Gallery } from "@/components/areas/playground/field-gallery";
import { type Surroundings, show } from "./show";

/** Form with one of each field, and its values. */
export class FieldGallery {
  readonly form = page.getByRole("form", { name: "Fields" });

  static async open(surroundings: Surroundings = {}) {
    const shown = await show(<Gallery />, surroundings);
    const gallery = new FieldGallery();
    await expect.element(gallery.box("Rich text")).toBeVisible();
    return { ...shown, gallery };
  }

  /** Returns the text box with exactly this name. */
  box(name: string): Locator {
    return this.form.getByRole("textbox", { name, exact: true });
  }

  combobox(name: string): Locator {
    return this.form.getByRole("combobox", { name, exact: true });
  }

  /** Waits until the value of a field is as expected. */
  async expectValue(name: string, value: unknown): Promise<void> {
    const values = page.getByRole("region", { name: "Values" });
    const sent = () => JSON.parse(values.element().querySelector("pre")?.textContent ?? "{}")[name];
    await expect.poll(sent).toEqual(value);
  }

  async check(): Promise<void> {
    await this.form.getByRole("button", { name: "Check" }).click();
  }

  async expectValid(): Promise<void> {
    await expect.element(this.valid).toBeVisible();
  }

  /** Message that all values are valid. */
  readonly valid = page.getByText("All values are valid.");

  /** Chooses a file without the system's dialog. */
  async choosePicture(file: File): Promise<void> {
    const input = this.form.element().querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("There is no field for a picture");
    await userEvent.upload(input, file);
  }

  /** Expects a field's description to contain the message. */
  async expectMessage(label: string, message: string): Promise<void> {
    await expect.element(this.box(label)).toHaveAccessibleDescription(message);
    await expect.element(this.box(label)).toHaveAttribute("aria-invalid", "true");
  }
}
