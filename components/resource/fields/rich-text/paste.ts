/** Characters of text that are taken from the clipboard at once; an editor with more of them becomes slow. */
export const maxPasteLength = 100_000;
const maxLines = 2_000;
/** Marked-up text above this is taken as plain text: every tag costs a node. */
const maxHtmlLength = 200_000;

export interface Pasted {
  text: string;
  /** The text was too long and is cut off. */
  cut: boolean;
}

/** What to take of a large paste as plain text; undefined when it is small enough to be pasted as it is. */
export function limitPaste(text: string, html: string): Pasted | undefined {
  const lines = countLines(text);
  if (text.length <= maxPasteLength && lines <= maxLines && html.length <= maxHtmlLength) return undefined;
  // A character of two code units stays whole or goes.
  const short = text.slice(0, maxPasteLength).replace(/[\uD800-\uDBFF]$/, "");
  const kept = lines > maxLines ? firstLines(short) : short;
  return { text: kept, cut: kept.length < text.length };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < maxLines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/** Whether pasted markup has lists as Word writes them: paragraphs with their marks in front, as text. */
export function hasWordLists(html: string): boolean {
  return html.includes("mso-list:");
}

const level = /mso-list:[^;"]*\blevel(\d)/i;
const mark = '[style*="mso-list:Ignore" i]';

/** Makes lists of what Word only numbers and indents; all else stays as it is. */
export function withRealLists(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  // The lists that are open at a place, the outermost first.
  let open: HTMLElement[] = [];
  let last: Element | undefined;
  for (const paragraph of page.querySelectorAll<HTMLElement>("p, h1, h2, h3")) {
    const depth = Number(level.exec(paragraph.getAttribute("style") ?? "")?.[1] ?? 0);
    if (depth === 0) continue;
    const signs = paragraph.querySelector(mark);
    const tag = /^[\s\u00a0]*[\da-z]{1,4}[.)]/i.test(signs?.textContent ?? "") ? "ol" : "ul";
    signs?.remove();
    if (!last || paragraph.previousElementSibling !== last) open = [];
    open.length = Math.min(open.length, depth);
    if (open.length === depth && open.at(-1)?.localName !== tag) open.pop();
    if (open.length === 0) {
      const list = page.createElement(tag);
      paragraph.before(list);
      open.push(list);
      last = list;
    }
    while (open.length < depth) {
      const inner = page.createElement(tag);
      const entry = open.at(-1)?.lastElementChild ?? open.at(-1)?.appendChild(page.createElement("li"));
      entry?.append(inner);
      open.push(inner);
    }
    const entry = page.createElement("li");
    entry.append(...paragraph.childNodes);
    open.at(-1)?.append(entry);
    paragraph.remove();
  }
  return page.body.innerHTML;
}
