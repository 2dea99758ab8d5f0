// @vitest-environment jsdom
import { expect, test } from "vitest";
import { hasWordLists, withRealLists } from "./paste";

const entry = (text: string, depth: number, sign: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${depth} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span></span><![endif]>${text}</p>`;
const plain = (html: string) =>
  withRealLists(html)
    .replace(/<!--.*?-->|<span[^>]*><\/span>/g, "")
    .trim();

test("[FM-07] Word's list paragraphs become lists with the same nesting", () => {
  const html = [
    "<p>Before</p>",
    entry("One", 1, "·"),
    entry("<b>Inner</b>", 2, "o"),
    entry("Two", 1, "·"),
    "<p>Between</p>",
    entry("First", 1, "1."),
    entry("Second", 1, "2."),
  ].join("");
  expect(hasWordLists(html)).toBe(true);
  expect(plain(html)).toBe(
    "<p>Before</p><ul><li>One<ul><li><b>Inner</b></li></ul></li><li>Two</li></ul><p>Between</p><ol><li>First</li><li>Second</li></ol>",
  );
});

test("[FM-07] numbers after bullets start a new list, and a list may start nested", () => {
  expect(plain(entry("Point", 1, "·") + entry("Number", 1, "a)"))).toBe(
    "<ul><li>Point</li></ul><ol><li>Number</li></ol>",
  );
  expect(plain(entry("Deep", 2, "·"))).toBe("<ul><li><ul><li>Deep</li></ul></li></ul>");
});

test("[FM-07] other paragraphs stay unchanged", () => {
  const html = '<p style="margin:0">One</p><p>· Two</p>';
  expect(hasWordLists(html)).toBe(false);
  expect(withRealLists(html)).toBe(html);
});
