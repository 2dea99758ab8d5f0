/** Maximum characters per paste; more would slow the editor down. */
export const maxPasteLength = 100_000;
const maxLines = 2_000;
/** Larger markup is pasted as plain text, since every tag costs a node. */
const maxHtmlLength = 200_000;

export interface Pasted {
  text: string;
  /** The text was truncated. */
  cut: boolean;
}

/** Returns the plain text to paste for large content; undefined if small enough to paste as is. */
export function limitPaste(text: string, html: string): Pasted | undefined {
  const lines = countLines(text);
  if (text.length <= maxPasteLength && lines <= maxLines && html.length <= maxHtmlLength) return undefined;
  // Never splits a surrogate pair.
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

/** Whether pasted markup has Word lists: paragraphs with their markers as text. */
export function hasWordLists(html: string): boolean {
  return html.includes("mso-list:");
}

const level = /mso-list:[^;"]*\blevel(\d)/i;
const mark = '[style*="mso-list:Ignore" i]';

/** Converts Word's numbered and indented paragraphs to lists. */
export function withRealLists(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  // Open lists at the current position, outermost first.
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
