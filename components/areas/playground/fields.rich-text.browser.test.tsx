import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { painted, press } from "@/tests/component/actions";
import { FieldGallery } from "@/tests/component/field-gallery";

async function openEditor() {
  const { gallery } = await FieldGallery.open();
  const editor = gallery.box("Rich text");
  await editor.click();
  const tool = (name: string | RegExp) =>
    page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });
  const expectHtml = (html: unknown) => gallery.expectValue("richText", html);
  return { gallery, editor, tool, expectHtml };
}

test("[FM-07] headings, bold, italic and quotes are exported as plain HTML", async () => {
  const { tool, expectHtml } = await openEditor();
  await userEvent.keyboard("Title");
  await tool(/^Text style/).click();
  await page.getByRole("menuitemradio", { name: "Heading 2" }).click();
  await expect.element(tool("Text style: Heading 2")).toBeVisible();
  await press("End", "Enter");
  await userEvent.keyboard("a ");
  await tool("Bold").click();
  await expect.element(tool("Bold")).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("b");
  await tool("Bold").click();
  await userEvent.keyboard(" {Control>}i{/Control}c{Control>}i{/Control}");
  await expectHtml("<h2>Title</h2><p>a <strong>b</strong> <em>c</em></p>");
  await press("Enter");
  await userEvent.keyboard("said");
  await tool("Quote").click();
  await expectHtml("<h2>Title</h2><p>a <strong>b</strong> <em>c</em></p><blockquote>said</blockquote>");
});

test("[FM-07] lists, indentation, undo and redo", async () => {
  const { tool, expectHtml } = await openEditor();
  await expect.element(tool("Undo")).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("one");
  await tool("Bulleted list").click();
  await userEvent.keyboard("{Enter}two");
  await expectHtml(expect.stringMatching(/^<ul><li[^>]*>one<\/li><li[^>]*>two<\/li><\/ul>$/));
  await tool("Numbered list").click();
  await expectHtml(expect.stringMatching(/^<ol>/));
  await tool("Increase indent").click();
  await expectHtml(expect.stringMatching(/<li[^>]*>one<ol>/));
  await tool("Decrease indent").click();
  await expectHtml(expect.not.stringMatching(/<li[^>]*>one<ol>/));
  await tool("Undo").click();
  await expectHtml(expect.stringMatching(/<li[^>]*>one<ol>/));
  await tool("Redo").click();
  await expectHtml(expect.not.stringMatching(/<li[^>]*>one<ol>/));
});

test("[FM-07] a link accepts only allowed addresses", async () => {
  const { gallery, editor, tool, expectHtml } = await openEditor();
  await userEvent.keyboard("see this{Control>}a{/Control}");
  await tool("Link").click();
  const address = page.getByRole("textbox", { name: "Link address" });
  await expect.element(address).toHaveFocus();
  await address.fill("javascript:alert(1)");
  await press("Enter");
  await expect.element(address).toHaveAccessibleDescription(/^Please enter an address/);
  await address.fill("https://example.com/");
  await press("Enter");
  await expect.element(address).not.toBeInTheDocument();
  await expect.element(editor).toHaveFocus();
  await expectHtml(
    '<p><a href="https://example.com/" target="_blank" rel="noopener noreferrer">see this</a></p>',
  );
  await tool("Link").click();
  await page.getByRole("button", { name: "Remove link" }).click();
  await expectHtml("<p>see this</p>");
  await expect.element(gallery.valid).not.toBeInTheDocument();
});

test("[FM-07] a link is created by keyboard, from a typed or pasted address", async () => {
  const { editor } = await openEditor();
  const address = page.getByRole("textbox", { name: "Link address" });
  const link = editor.getByRole("link", { name: "see this" });
  await userEvent.keyboard("see this{Control>}ak{/Control}");
  await expect.element(address).toHaveFocus();
  await address.fill("example.com/a?b=1");
  await press("Enter");
  await expect.element(editor).toHaveFocus();
  await expect.element(link).toHaveAttribute("href", "https://example.com/a?b=1");
  await userEvent.keyboard("{Control>}k{/Control}");
  await address.fill("https://http://example.com/");
  await press("Enter");
  await expect.element(link).toHaveAttribute("href", "http://example.com/");
});

test("[FM-07] Enter inserts a table of the suggested size", async () => {
  const { gallery, editor, tool } = await openEditor();
  await tool("Insert table").click();
  await expect.element(page.getByRole("combobox", { name: "Rows" })).toHaveFocus();
  await press("Enter");
  await expect.poll(() => editor.getByRole("row").elements()).toHaveLength(3);
  await expect.element(editor).toHaveFocus();
  await expect.element(gallery.valid).not.toBeInTheDocument();
});

test("[FM-07] a table is inserted, extended and removed", async () => {
  const { editor, tool, expectHtml } = await openEditor();
  const rows = editor.getByRole("row");
  await tool("Insert table").click();
  await page.getByRole("combobox", { name: "Rows" }).selectOptions("2");
  await page.getByRole("combobox", { name: "Columns" }).selectOptions("2");
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard("head");
  await expect.element(rows.first()).toHaveTextContent("head");
  await tool("Table").click();
  await page.getByRole("menuitem", { name: "Insert row below" }).click();
  await expect.poll(() => rows.elements()).toHaveLength(3);
  await expectHtml(expect.stringMatching(/<th[^>]*><p>head<\/p><\/th>/));
  await tool("Table").click();
  await page.getByRole("menuitem", { name: "Delete table" }).click();
  await expect.poll(() => rows.elements()).toHaveLength(0);
});

test("[FM-07] the toolbar is one tab stop, and arrow keys move inside", async () => {
  const { gallery, editor, tool } = await openEditor();
  await userEvent.tab({ shift: true });
  await expect.element(tool("Undo")).toHaveFocus();
  await press("ArrowRight");
  await expect.element(tool("Redo")).toHaveFocus();
  await press("End");
  await expect.element(tool("Insert table")).toHaveFocus();
  await press("Tab");
  await expect.element(editor).toHaveFocus();
  await press("Tab");
  await expect.element(gallery.box("File name")).toHaveFocus();
});

/** Simulates a browser paste. */
function paste(into: Element, text: string, html: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  clipboardData.setData("text/html", html);
  into.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

test("[FM-07] pasting a megabyte does not hang, and truncation is reported", async () => {
  const { editor } = await openEditor();
  const before = performance.now();
  paste(
    editor.element(),
    "lorem ipsum dolor\n".repeat(60_000),
    "<p><b>lorem</b> ipsum dolor</p>".repeat(60_000),
  );
  await painted();
  expect(performance.now() - before).toBeLessThan(5000);
  await expect
    .element(page.getByText(/^The pasted text was cut off after [\d,]+ characters\.$/))
    .toBeVisible();
});

test("[FM-07] pasted content is sanitised", async () => {
  const { editor, expectHtml } = await openEditor();
  paste(
    editor.element(),
    "bold",
    '<p style="color:red" class="x"><b>bold</b><a href="javascript:alert(1)"> link</a></p><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>listed</p>',
  );
  await expect.element(editor).toHaveTextContent("bold link");
  await expect.element(editor.getByRole("link")).not.toBeInTheDocument();
  await expect.poll(() => editor.element().querySelector("ol > li")?.textContent).toBe("listed");
  await expectHtml(expect.not.stringMatching(/javascript|style|class/));
  await expectHtml(expect.stringMatching(/<strong>bold<\/strong>/));
});
