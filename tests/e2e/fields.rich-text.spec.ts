import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";

async function openEditor(page: Page, gallery: FieldGallery) {
  const editor = gallery.box("Rich text");
  await expect(editor).toBeEditable();
  await editor.click();
  const tool = (name: string | RegExp) =>
    page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });
  return { editor, tool };
}

/** The value without what the editor adds to keep a list's numbers and a table's headers. */
async function expectHtml(gallery: FieldGallery, html: string): Promise<void> {
  await gallery.expectValue("richText", html);
}

test("[FM-07] headings, bold, italic and quote come out as plain HTML", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const { tool } = await openEditor(page, gallery);
  await page.keyboard.type("Title");
  await tool(/^Text style/).click();
  await page.getByRole("menuitemradio", { name: "Heading 2" }).click();
  await expect(tool("Text style: Heading 2")).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("a ");
  await tool("Bold").click();
  await expect(tool("Bold")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("b");
  await tool("Bold").click();
  await page.keyboard.type(" ");
  await page.keyboard.press("Control+i");
  await page.keyboard.type("c");
  await page.keyboard.press("Control+i");
  await expectHtml(gallery, "<h2>Title</h2><p>a <strong>b</strong> <em>c</em></p>");
  await page.keyboard.press("Enter");
  await page.keyboard.type("said");
  await tool("Quote").click();
  await expectHtml(
    gallery,
    "<h2>Title</h2><p>a <strong>b</strong> <em>c</em></p><blockquote>said</blockquote>",
  );
});

test("[FM-07] lists, indents, undo and redo", async ({ signedInPage: page, product }) => {
  const gallery = await FieldGallery.open(page, product);
  const { tool } = await openEditor(page, gallery);
  await expect(tool("Undo")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.type("one");
  await tool("Bulleted list").click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await gallery.expectValue(
    "richText",
    expect.stringMatching(/^<ul><li[^>]*>one<\/li><li[^>]*>two<\/li><\/ul>$/),
  );
  await tool("Numbered list").click();
  await gallery.expectValue("richText", expect.stringMatching(/^<ol>/));
  await tool("Increase indent").click();
  await gallery.expectValue("richText", expect.stringMatching(/<li[^>]*>one<ol>/));
  await tool("Decrease indent").click();
  await gallery.expectValue("richText", expect.not.stringMatching(/<li[^>]*>one<ol>/));
  await tool("Undo").click();
  await gallery.expectValue("richText", expect.stringMatching(/<li[^>]*>one<ol>/));
  await tool("Redo").click();
  await gallery.expectValue("richText", expect.not.stringMatching(/<li[^>]*>one<ol>/));
});

test("[FM-07] a link takes addresses that may be followed, and no others", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const { editor, tool } = await openEditor(page, gallery);
  await page.keyboard.type("see this");
  await page.keyboard.press("Control+a");
  await tool("Link").click();
  const address = page.getByRole("textbox", { name: "Link address" });
  await expect(address).toBeFocused();
  await address.fill("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await expect(address).toHaveAccessibleDescription(/^Please enter an address/);
  await address.fill("https://example.com/");
  await page.keyboard.press("Enter");
  await expect(address).toBeHidden();
  await expect(editor).toBeFocused();
  await expectHtml(
    gallery,
    '<p><a href="https://example.com/" target="_blank" rel="noopener noreferrer">see this</a></p>',
  );
  await tool("Link").click();
  await page.getByRole("button", { name: "Remove link" }).click();
  await expectHtml(gallery, "<p>see this</p>");
  await expect(page.getByText("All values are valid.")).toBeHidden();
});

test("[FM-07] a link is made by keys alone, of an address as it is spoken or pasted whole", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const { editor } = await openEditor(page, gallery);
  const address = page.getByRole("textbox", { name: "Link address" });
  await page.keyboard.type("see this");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await expect(address).toBeFocused();
  await address.fill("example.com/a?b=1");
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await expect(editor.getByRole("link", { name: "see this" })).toHaveAttribute(
    "href",
    "https://example.com/a?b=1",
  );
  await page.keyboard.press("Control+k");
  await address.fill("https://http://example.com/");
  await page.keyboard.press("Enter");
  await expect(editor.getByRole("link", { name: "see this" })).toHaveAttribute("href", "http://example.com/");
});

test("[FM-07] a table of the size offered is inserted by Enter alone", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const { editor, tool } = await openEditor(page, gallery);
  await tool("Insert table").click();
  await expect(page.getByRole("combobox", { name: "Rows" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(editor.getByRole("row")).toHaveCount(3);
  await expect(editor).toBeFocused();
  await expect(page.getByText("All values are valid.")).toBeHidden();
});

test("[FM-07] a table is inserted, grown and removed", async ({ signedInPage: page, product }) => {
  const gallery = await FieldGallery.open(page, product);
  const { editor, tool } = await openEditor(page, gallery);
  await tool("Insert table").click();
  await page.getByRole("combobox", { name: "Rows" }).selectOption("2");
  await page.getByRole("combobox", { name: "Columns" }).selectOption("2");
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(editor.getByRole("row")).toHaveCount(2);
  await expect(editor).toBeFocused();
  await page.keyboard.type("head");
  await expect(editor.getByRole("row").first()).toContainText("head");
  await tool("Table").click();
  await page.getByRole("menuitem", { name: "Insert row below" }).click();
  await expect(editor.getByRole("row")).toHaveCount(3);
  await gallery.expectValue("richText", expect.stringMatching(/<th[^>]*><p>head<\/p><\/th>/));
  await tool("Table").click();
  await page.getByRole("menuitem", { name: "Delete table" }).click();
  await expect(editor.getByRole("row")).toHaveCount(0);
});

test("[FM-07] the toolbar is one stop for Tab, and arrow keys move inside", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const { editor, tool } = await openEditor(page, gallery);
  await page.keyboard.press("Shift+Tab");
  await expect(tool("Undo")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tool("Redo")).toBeFocused();
  await page.keyboard.press("End");
  await expect(tool("Insert table")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(gallery.box("File name")).toBeFocused();
});

test("[FM-07] a megabyte is pasted without a hang, and what was cut off is said", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const { editor } = await openEditor(page, gallery);
  const milliseconds = await editor.evaluate(async (element) => {
    const clipboard = new DataTransfer();
    clipboard.setData("text/plain", "lorem ipsum dolor\n".repeat(60_000));
    clipboard.setData("text/html", "<p><b>lorem</b> ipsum dolor</p>".repeat(60_000));
    const before = performance.now();
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return performance.now() - before;
  });
  expect(milliseconds).toBeLessThan(5000);
  await expect(page.getByText(/^The pasted text was cut off after [\d,]+ characters\.$/)).toBeVisible();
});

test("[FM-07] what is pasted is sanitised", async ({ signedInPage: page, product }) => {
  const gallery = await FieldGallery.open(page, product);
  const { editor } = await openEditor(page, gallery);
  await editor.evaluate((element) => {
    const clipboard = new DataTransfer();
    clipboard.setData("text/plain", "bold");
    clipboard.setData(
      "text/html",
      '<p style="color:red" class="x"><b>bold</b><a href="javascript:alert(1)"> link</a></p><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>listed</p>',
    );
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
  });
  await expect(editor).toContainText("bold link");
  await expect(editor.getByRole("link")).toHaveCount(0);
  await expect(editor.locator("ol > li")).toHaveText("listed");
  await gallery.expectValue("richText", expect.not.stringMatching(/javascript|style|class/));
  await gallery.expectValue("richText", expect.stringMatching(/<strong>bold<\/strong>/));
});
