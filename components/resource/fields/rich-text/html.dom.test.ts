// @vitest-environment jsdom
import { createEditor } from "lexical";
import { expect, test } from "vitest";
import { $setEditorHtml, editorHtml, exportMap, richTextNodes } from "./html";

function roundTrip(html: string): string {
  const editor = createEditor({
    nodes: richTextNodes,
    html: { export: exportMap },
    onError(error) {
      throw error;
    },
  });
  editor.update(() => $setEditorHtml(editor, html), { discrete: true });
  return editorHtml(editor);
}

test.each([
  "<p>plain</p>",
  "<h1>one</h1><h2>two</h2><h3>three</h3>",
  "<p>a <strong>bold</strong> and <em>italic</em> and <strong><em>both</em></strong></p>",
  "<ul><li>one</li><li>two</li></ul>",
  "<ol><li>one</li><li>two</li></ol>",
  "<blockquote>quoted</blockquote>",
  '<p data-lexical-indent="2">indented</p>',
  '<p><a href="https://example.com/" target="_blank" rel="noopener noreferrer">link</a></p>',
  "<p>first</p><p>second</p>",
])("[FM-07] %s is exported as it was imported", (html) => {
  const once = roundTrip(html).replace(/ value="\d+"/g, "");
  expect(once).toBe(html);
});

test("[FM-07] a table keeps its rows, headers and cells", () => {
  const html = "<table><tbody><tr><th>head</th></tr><tr><td>cell</td></tr></tbody></table>";
  const out = roundTrip(html);
  expect(out).toMatch(/<th[^>]*><p>head<\/p><\/th>/);
  expect(out).toMatch(/<td><p>cell<\/p><\/td>/);
  expect(roundTrip(out)).toBe(out);
});

test("[FM-07] an empty editor exports an empty text", () => {
  for (const html of ["", "<p></p>", "<p><br></p>", "<script>alert(1)</script>"])
    expect(roundTrip(html)).toBe("");
});

test("[FM-07] text outside of blocks becomes a paragraph", () => {
  expect(roundTrip("just text")).toBe("<p>just text</p>");
});

test("[FM-07] harmful content is not imported", () => {
  expect(roundTrip('<p>a<img src=x onerror="alert(1)"></p><a href="javascript:x">b</a>')).not.toMatch(
    /img|javascript/,
  );
});
