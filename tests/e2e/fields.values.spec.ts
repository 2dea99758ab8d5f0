import { expect, test } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";

test("[FM-06] numbers take decimal comma and dot, and are written in the user's language", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const box = gallery.box("Number");
  for (const typed of ["1234,5", "1234.5", "1,234.5", "1.234,5"]) {
    await box.fill(typed);
    await gallery.expectValue("number", 1234.5);
    await box.blur();
    await expect(box).toHaveValue("1234.5");
  }
  await box.fill("");
  await gallery.expectValue("number", null);
});

test("[FM-06] what is no number stays as typed and is refused with a message", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  await gallery.box("Number").fill("twelve");
  await gallery.box("Number from 0 to 100").fill("100,5");
  await gallery.check();
  await gallery.expectMessage("Number", "Please enter a number.");
  await gallery.expectMessage("Number from 0 to 100", "Please enter a whole number.");
  await expect(gallery.box("Number")).toHaveValue("twelve");
  await gallery.box("Number from 0 to 100").fill("101");
  await gallery.expectMessage("Number from 0 to 100", "Please enter 100 or less.");
});

test("[FM-06] a number beyond what is kept exactly is refused as too long, a year by its limit", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  await gallery.box("Number").fill("-1234567890123456789,5");
  await gallery.box("Year").fill("1899");
  await gallery.check();
  await gallery.expectMessage("Number", "Please enter at most 15 digits, zeros at the ends not counted.");
  await gallery.expectMessage("Year", "Please enter 1900 or later.");
  await gallery.box("Number").fill("-1 000 000 000 000 000 000");
  await gallery.expectValue("number", -1e18);
  await gallery.box("Number").blur();
  await expect(gallery.box("Number")).toHaveValue("-1000000000000000000");
  await gallery.box("Year").fill("0026");
  await gallery.expectValue("year", "0026");
  await expect(gallery.box("Year")).toHaveValue("0026");
});

const wrong = {
  "File name": [
    "a/b.pdf",
    "Please use only letters, digits, spaces, brackets and _ - . ! + = * ' # in a file name.",
  ],
  "Phone number": ["030/123", "Please enter a phone number such as +49 (30) 1234-567."],
  "Post code": ["SW1A 1AA", "Please use only digits and hyphens."],
  Website: ["example.com", "Please enter a web address that begins with http:// or https://."],
  "Field name": [
    "1st",
    "Please begin with a letter or an underscore and use only letters, digits, underscores and spaces.",
  ],
  JSON: ["{a:1}", "This is not valid JSON. Please check brackets, commas and quotation marks."],
  "User name": ["a b", "Please use only letters, digits, underscore, dot and hyphen."],
} as const;

test("[FM-02] each rule passes on empty, and says what is wrong in the form", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  await gallery.box("Text").fill("x");
  await gallery.check();
  await expect(page.getByText("All values are valid.")).toBeVisible();
  for (const [label, [value]] of Object.entries(wrong)) await gallery.box(label).fill(value);
  await gallery.check();
  for (const [label, [, message]] of Object.entries(wrong)) await gallery.expectMessage(label, message);
  await expect(page.getByText("All values are valid.")).toBeHidden();
});

test("[FM-02] a picture is taken up to 2 MB and of the allowed types, shown, and can be removed", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const group = gallery.form.getByRole("group", { name: "Picture" });
  const choose = async (name: string, mimeType: string, bytes: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await group.getByRole("button", { name: /^(Upload|Replace) picture$/ }).click();
    await (await chooser).setFiles({ name, mimeType, buffer: bytes });
  };
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );
  await gallery.box("Text").fill("x");
  await choose("me.png", "image/png", pixel);
  await expect(group.getByRole("img", { name: "Preview of the picture" })).toBeVisible();
  await choose("large.png", "image/png", Buffer.concat([pixel, Buffer.alloc(2 * 1024 * 1024)]));
  await gallery.check();
  await expect(page.getByText("Max file size: 2MB", { exact: true })).toBeVisible();
  await choose("me.gif", "image/gif", pixel);
  await expect(
    page.getByText("This type of file is not supported. Please choose one of: jpg, jpeg, png."),
  ).toBeVisible();
  await group.getByRole("button", { name: "Remove picture" }).click();
  await expect(group.getByRole("img")).toBeHidden();
  await expect(group.getByRole("button", { name: "Upload picture" })).toBeFocused();
});

test("[FM-08] a multi-select shows up to three labels, then +N, and is driven by keys", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const box = gallery.form.getByRole("combobox", { name: "Several of a list" });
  await box.focus();
  await page.keyboard.press("ArrowDown");
  const list = page.getByRole("listbox", { name: "Several of a list" });
  await expect(list).toBeVisible();
  for (const key of [" ", "ArrowDown", " ", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await gallery.expectValue("options", ["text", "number", "date"]);
  await expect(box).toHaveText("TextNumberDate");
  await list.getByRole("option", { name: "Time" }).click();
  await list.getByRole("option", { name: "Year" }).click();
  await expect(box).toContainText("+2");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toBeFocused();
});

test("[FM-08] the palette has nine named colours, chosen with arrow keys", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const colours = gallery.form.getByRole("radiogroup", { name: "Colour" }).getByRole("radio");
  await expect(colours).toHaveCount(9);
  const names = ["Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Violet", "Pink", "Grey"];
  for (const [index, name] of names.entries()) await expect(colours.nth(index)).toHaveAccessibleName(name);
  await colours.nth(0).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(colours.nth(2)).toBeChecked();
  await gallery.expectValue("colour", "#c29200");
});

test("[FM-08] Enter in a text input submits the form", async ({ signedInPage: page, product }) => {
  const gallery = await FieldGallery.open(page, product);
  await gallery.box("Text").fill("x");
  await gallery.box("Text").press("Enter");
  await expect(page.getByText("All values are valid.")).toBeVisible();
});

test("[FM-05] every display type shows its value, and HTML only what cannot do harm", async ({
  signedInPage: page,
  product,
}) => {
  await FieldGallery.open(page, product);
  const shown = (type: string) =>
    page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: type, exact: true }) })
      .first()
      .getByRole("cell")
      .nth(1);
  await expect(shown("text")).toHaveText("Ada Lovelace");
  await expect(shown("date")).toHaveText("01.03.2026");
  await expect(shown("file")).toHaveText("report.pdf1.5 MB");
  await expect(shown("none")).toBeEmpty();
  await expect(shown("dateTime")).toHaveText("01.03.2026 09:30");
  await expect(shown("attribute")).toHaveText("Yes");
  await expect(shown("any")).toHaveText("1,234.5");
  await expect(shown("archived")).toHaveText("Archived 01.03.2026");
  await expect(shown("boolean")).toHaveText("No");
  await expect(shown("textarea").locator("span")).toHaveCSS("white-space", "pre-wrap");
  await expect(shown("time")).toHaveText("14:05");
  await expect(shown("attachment").getByRole("link")).toHaveAttribute(
    "href",
    `${product.prefix}/attachments/1`,
  );
  const html = shown("html");
  await expect(html.getByRole("heading", { name: "Quarter" })).toBeVisible();
  await expect(html.getByRole("link", { name: "the report" })).toHaveAttribute("rel", "noopener noreferrer");
  await expect(html.locator("script, form, button")).toHaveCount(0);
});
