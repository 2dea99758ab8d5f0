import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";

test("[AT-01] the viewer fills the screen, goes to previous and next, and stops at the ends", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const types = gallery.page.getByRole("region", { name: "Display types" });
  const count = await types.getByRole("button", { name: "Enlarge" }).count();
  const opener = types
    .getByRole("row")
    .filter({ hasText: "report.pdf" })
    .getByRole("button", { name: "Enlarge" });
  await opener.click();
  const viewer = page.getByRole("dialog", { name: "file" });
  await expect(viewer).toContainText("report.pdf");
  await expect(viewer).toContainText(`3 of ${count}`);
  expect(await viewer.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  const frame = page.getByRole("dialog");
  const next = frame.getByRole("button", { name: "Next" });
  const previous = frame.getByRole("button", { name: "Previous" });
  await next.click();
  await expect(frame.getByRole("heading")).toHaveText("none");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(frame.getByRole("heading")).toHaveText("date");
  await page.keyboard.press("Home");
  await expect(frame).toContainText(`1 of ${count}`);
  await expect(previous).toBeDisabled();
  await page.keyboard.press("ArrowLeft");
  await expect(frame).toContainText(`1 of ${count}`);
  await page.keyboard.press("End");
  await expect(frame).toContainText(`${count} of ${count}`);
  await expect(next).toBeDisabled();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))])).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(frame).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("[AT-01] a chosen picture is enlarged, and the viewer fits a phone", async ({
  signedInPage: page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const gallery = await FieldGallery.open(page, product);
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await gallery.form
    .locator("input[type=file]")
    .setInputFiles({ name: "ada.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") });
  const picture = gallery.form.getByRole("button", { name: "Enlarge picture" });
  await picture.click();
  const viewer = page.getByRole("dialog", { name: "ada.png" });
  await expect(viewer.getByRole("img")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Next" })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(picture).toBeFocused();
});
