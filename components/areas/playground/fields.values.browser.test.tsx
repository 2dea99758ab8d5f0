import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { blur, focus, press } from "@/tests/component/actions";
import { FieldGallery } from "@/tests/component/field-gallery";

test("[FM-06] numbers accept decimal comma and point, and are formatted in the user's language", async () => {
  const { gallery } = await FieldGallery.open();
  const box = gallery.box("Number");
  for (const typed of ["1234,5", "1234.5", "1,234.5", "1.234,5"]) {
    await box.fill(typed);
    await gallery.expectValue("number", 1234.5);
    blur(box);
    await expect.element(box).toHaveValue("1234.5");
  }
  await box.fill("");
  await gallery.expectValue("number", null);
});

test("[FM-06] an invalid number is kept as typed and rejected with a message", async () => {
  const { gallery } = await FieldGallery.open();
  await gallery.box("Number").fill("twelve");
  await gallery.box("Number from 0 to 100").fill("100,5");
  await gallery.check();
  await gallery.expectMessage("Number", "Please enter a number.");
  await gallery.expectMessage("Number from 0 to 100", "Please enter a whole number.");
  await expect.element(gallery.box("Number")).toHaveValue("twelve");
  await gallery.box("Number from 0 to 100").fill("101");
  await gallery.expectMessage("Number from 0 to 100", "Please enter 100 or less.");
});

test("[FM-06] a number beyond exact precision is rejected as too long, a year by its limit", async () => {
  const { gallery } = await FieldGallery.open();
  await gallery.box("Number").fill("-1234567890123456789,5");
  await gallery.box("Year").fill("1899");
  await gallery.check();
  await gallery.expectMessage("Number", "Please enter at most 15 digits, not counting zeros at either end.");
  await gallery.expectMessage("Year", "Please enter 1900 or later.");
  await gallery.box("Number").fill("-1 000 000 000 000 000 000");
  await gallery.expectValue("number", -1e18);
  blur(gallery.box("Number"));
  await expect.element(gallery.box("Number")).toHaveValue("-1000000000000000000");
  await gallery.box("Year").fill("0026");
  await gallery.expectValue("year", "0026");
  await expect.element(gallery.box("Year")).toHaveValue("0026");
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
  Username: ["a b", "Please use only letters, digits, underscore, dot and hyphen."],
} as const;

test("[FM-02] each rule accepts empty values, and shows its message in the form", async () => {
  const { gallery } = await FieldGallery.open();
  await gallery.box("Text").fill("x");
  await gallery.check();
  await gallery.expectValid();
  for (const [label, [value]] of Object.entries(wrong)) await gallery.box(label).fill(value);
  await gallery.check();
  for (const [label, [, message]] of Object.entries(wrong)) await gallery.expectMessage(label, message);
  await expect.element(gallery.valid).not.toBeInTheDocument();
});

// One pixel as PNG.
const pixel = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
);

test("[FM-02] a picture of allowed type up to 2 MB is accepted, shown and removable, others rejected", async () => {
  const { gallery } = await FieldGallery.open();
  const group = gallery.form.getByRole("group", { name: "Image" });
  await gallery.box("Text").fill("x");
  await gallery.choosePicture(new File([pixel], "me.png", { type: "image/png" }));
  await expect.element(group.getByRole("img", { name: "Preview of the image" })).toBeVisible();
  const megabytes = new Uint8Array(2 * 1024 * 1024);
  await gallery.choosePicture(new File([pixel, megabytes], "large.png", { type: "image/png" }));
  await expect.element(page.getByText("Max file size: 2MB", { exact: true })).toBeVisible();
  await expect.element(group.getByRole("img")).not.toBeInTheDocument();
  await gallery.choosePicture(new File([pixel], "me.gif", { type: "image/gif" }));
  await expect
    .element(page.getByText("This type of file is not supported. Please choose one of: jpg, jpeg, png."))
    .toBeVisible();
  await group.getByRole("button", { name: "Remove image" }).click();
  await expect.element(group.getByRole("img")).not.toBeInTheDocument();
  await expect.element(group.getByRole("button", { name: "Upload image" })).toHaveFocus();
});

test("[FM-08] a multi-select shows up to three labels, then +N, and works by keyboard", async () => {
  const { gallery } = await FieldGallery.open();
  const box = gallery.combobox("Several from a list");
  focus(box);
  await press("ArrowDown");
  const list = page.getByRole("listbox", { name: "Several from a list" });
  await expect.element(list).toBeVisible();
  await press(" ", "ArrowDown", " ", "ArrowDown", "Enter");
  await gallery.expectValue("options", ["text", "number", "date"]);
  await expect.element(box).toHaveTextContent(/^TextNumberDate$/);
  await list.getByRole("option", { name: "Time" }).click();
  await list.getByRole("option", { name: "Year" }).click();
  await expect.element(box).toHaveTextContent("+2");
  await expect.element(list).toBeVisible();
  await press("Escape");
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(box).toHaveFocus();
});

test("[FM-08] the palette has nine named colours, selected with arrow keys", async () => {
  const { gallery } = await FieldGallery.open();
  const colours = gallery.form.getByRole("radiogroup", { name: "Colour" }).getByRole("radio");
  const names = ["Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Violet", "Pink", "Grey"];
  expect(colours.elements()).toHaveLength(names.length);
  for (const [index, name] of names.entries())
    await expect.element(colours.nth(index)).toHaveAccessibleName(name);
  focus(colours.nth(0));
  await press("ArrowRight", "ArrowRight");
  await expect.element(colours.nth(2)).toBeChecked();
  await gallery.expectValue("colour", "#c29200");
});

test("[FM-08] Enter in a text input submits the form", async () => {
  const { gallery } = await FieldGallery.open();
  await gallery.box("Text").fill("x");
  await press("Enter");
  await gallery.expectValid();
});

test("[FM-05] every display type shows its value, and HTML is sanitised", async () => {
  await FieldGallery.open();
  const shown = (type: string) =>
    page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: type, exact: true }) })
      .first()
      .getByRole("cell")
      .nth(1);
  const texts = {
    text: "Ada Lovelace",
    date: "01.03.2026",
    file: "report.pdf1.5 MB",
    none: "",
    dateTime: "01.03.2026 09:30",
    attribute: "Yes",
    any: "1,234.5",
    archived: "Archived 01.03.2026",
    boolean: "No",
    time: "14:05",
  };
  for (const [type, text] of Object.entries(texts))
    await expect.poll(() => shown(type).element().textContent, { message: type }).toBe(text);
  const textarea = shown("textarea").element().querySelector("span");
  expect(textarea && getComputedStyle(textarea).whiteSpace).toBe("pre-wrap");
  await expect.element(shown("attachment").getByRole("link")).toHaveAttribute("href", "/attachments/1");
  const html = shown("html");
  await expect.element(html.getByRole("heading", { name: "Quarter" })).toBeVisible();
  await expect
    .element(html.getByRole("link", { name: "the report" }))
    .toHaveAttribute("rel", "noopener noreferrer");
  expect(html.element().querySelectorAll("script, form, button")).toHaveLength(0);
});
