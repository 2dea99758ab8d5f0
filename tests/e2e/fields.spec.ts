import { expect, test } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";

test("[FM-02] [FM-05] [FM-06] [FM-07] [FM-08] [AT-01] each field is filled in, rejected and corrected", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const { form } = gallery;
  const values: Record<string, unknown> = {};

  await gallery.box("Text").pressSequentially("Ada");
  await gallery.box("Text").press("Tab");
  values.text = "Ada";
  await gallery.box("Number").fill("1.234,5");
  values.number = 1234.5;
  await gallery.box("Date").pressSequentially("01.03.26");
  values.date = "2026-03-01";
  await gallery.box("Time").pressSequentially("930");
  values.time = "09:30";
  // Typed in the browser's time zone.
  await gallery.box("Date and time").pressSequentially("010720261230");
  values.dateTime = "2026-07-01T10:30:00.000Z";
  await gallery.box("Month").pressSequentially("3.2026");
  values.month = "2026-03";
  await gallery.box("Year").pressSequentially("1999");
  values.year = 1999;

  await form.getByRole("combobox", { name: "Several from a list" }).press("ArrowDown");
  await page.getByRole("option", { name: "Text", exact: true }).click();
  await page.getByRole("option", { name: "Month" }).click();
  await page.keyboard.press("Escape");
  values.options = ["text", "month"];
  await form.getByRole("radiogroup", { name: "Colour" }).getByRole("radio", { name: "Yellow" }).check();
  values.colour = "#c29200";

  await gallery.box("Date in 2026").press("ArrowDown");
  const calendar = page.getByRole("dialog", { name: "Choose date" });
  await calendar.getByRole("combobox", { name: "Month" }).selectOption("February");
  await calendar.getByRole("button", { name: "Saturday, February 28, 2026" }).click();
  await expect(calendar).toBeHidden();
  values.limitedDate = "2026-02-28";

  const chooser = page.waitForEvent("filechooser");
  await form.getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles({ name: "me.png", mimeType: "image/png", buffer: pixel });
  await expect(form.getByRole("img", { name: "Preview of the image" })).toBeVisible();
  const enlarge = form.getByRole("button", { name: "Enlarge image" });
  await enlarge.click();
  await expect(page.getByRole("dialog", { name: "me.png" }).getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(enlarge).toBeFocused();
  values.avatar = { name: "me.png", size: pixel.length, type: "image/png" };

  await gallery.box("Rich text").click();
  await page.keyboard.type("Hello ");
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type("world");
  values.richText = "<p>Hello <strong>world</strong></p>";

  await gallery.box("Website").fill("example.com");
  await gallery.check();
  await gallery.expectMessage("Website", "Please enter a web address that begins with http:// or https://.");
  await gallery.box("Website").fill("https://example.com");
  values.website = "https://example.com";
  await gallery.box("Website").press("Enter");
  await expect(page.getByText("All values are valid.")).toBeVisible();
  for (const [name, value] of Object.entries(values)) await gallery.expectValue(name, value);

  const attachment = page.getByRole("row").filter({ hasText: "photo.jpg" }).getByRole("link");
  await expect(attachment).toHaveAttribute("href", `${product.prefix}/attachments/1`);
});

// One pixel.
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
