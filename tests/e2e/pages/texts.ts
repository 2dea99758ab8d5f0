import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Language } from "@/lib/preferences/preferences";

const folder = join(import.meta.dirname, "../../../messages");

/** Returns all texts of a language by `namespace.key`. */
function messagesOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (path: string, value: unknown) => {
    if (typeof value === "string") texts.set(path, value);
    else for (const [key, inner] of Object.entries(Object(value))) add(`${path}.${key}`, inner);
  };
  for (const file of readdirSync(join(folder, language)))
    add(file.replace(".json", ""), JSON.parse(readFileSync(join(folder, language, file), "utf8")));
  return texts;
}

/** Returns English texts that differ in each of the languages, without arguments. */
export function foreignTexts(languages: readonly Language[]): string[] {
  const all = languages.map(messagesOf);
  const said = new Set(all.flatMap((own) => [...own.values()].map((text) => text.trim())));
  return [...messagesOf("en")]
    .filter(([key, text]) => all.every((own) => own.get(key) !== text))
    .map(([, text]) => text)
    .filter((text) => !text.includes("{") && !said.has(text.trim()));
}

/** Returns the language's texts without arguments. */
export function ownTexts(language: Language): string[] {
  return [...messagesOf(language).values()].filter((text) => !text.includes("{"));
}

/** Occurs in no text: thousands of them are sent to the page as one string, which is faster. */
const separator = "\0";

/** Returns those of `texts` that are visible or announced to screen readers. */
export async function shownTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const searched = new Set(wanted.split("\0"));
    const found = new Set<string>();
    // Hidden tabs rerender later.
    const isShown = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const look = (text: string | null | undefined) => {
      if (text && searched.has(text.trim())) found.add(text.trim());
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      // A toast keeps the language in which it was shown.
      if (isShown(node.parentElement) && !node.parentElement?.closest("[data-sonner-toast]"))
        look(node.textContent);
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
      if (isShown(element))
        for (const name of ["aria-label", "title", "placeholder", "alt"]) look(element.getAttribute(name));
    look(document.title);
    return [...found];
  }, texts.join(separator));
}

/** Returns those of `texts` that are truncated by their box. */
export async function cutTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const searched = new Set(wanted.split("\0"));
    const cut = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const element = node.parentElement;
      if (!element || !searched.has(text) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const shown = range.getBoundingClientRect();
      // Open tabs share the available width, and show full titles in tooltips.
      if (element.closest("[role=tablist]") || shown.width === 0) continue;
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box);
        const frame = box.getBoundingClientRect();
        // Visually hidden.
        if (clipPath !== "none") break;
        const clipsX = overflowX === "hidden" || overflowX === "clip";
        const clipsY = overflowY === "hidden" || overflowY === "clip";
        if (clipsX && (shown.right > frame.right + 1 || shown.left < frame.left - 1)) cut.add(text);
        if (clipsY && (shown.bottom > frame.bottom + 2 || shown.top < frame.top - 2)) cut.add(text);
        // Scrolling shows the rest.
        if (/auto|scroll/.test(overflowX + overflowY)) break;
      }
    }
    return [...cut];
  }, texts.join(separator));
}

/** Messages as sent to pages: a text, or its parts with arguments. */
export type Compiled = string | unknown[] | { [key: string]: Compiled };

/** Returns the longest translation of each message. */
export function widest([first = "", ...others]: readonly Compiled[]): Compiled {
  if (typeof first === "object" && !Array.isArray(first))
    return Object.fromEntries(
      Object.entries(first).map(([key, inner]) => [
        key,
        widest([inner, ...others.map((other) => (other as { [key: string]: Compiled })[key] ?? inner)]),
      ]),
    );
  return others.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one), first);
}

const sizeOf = (text: Compiled) => JSON.stringify(text).length;

/** Prefixes each message with `mark`, so that unmarked text is not a message. */
export function marked(messages: Compiled, mark: string): Compiled {
  if (typeof messages === "string") return mark + messages;
  if (Array.isArray(messages)) return [mark, ...messages];
  return Object.fromEntries(Object.entries(messages).map(([key, inner]) => [key, marked(inner, mark)]));
}

/** Returns visible or announced text without `mark`, outside of records, whose names and values are in tables and headings. */
export async function unmarkedTexts(page: Page, mark: string): Promise<string[]> {
  return page.evaluate((sign) => {
    const found = new Set<string>();
    const look = (element: Element | null, text: string | null | undefined) => {
      const words = text?.trim() ?? "";
      const isRecord = element?.closest("script, style, tbody, dd, h1, [role=tablist], [lang]:not(html)");
      if (!isRecord && /\p{L}{3}/u.test(words) && !words.includes(sign)) found.add(words);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      look(node.parentElement, node.textContent);
    for (const name of ["aria-label", "aria-roledescription", "title", "placeholder", "alt"])
      for (const element of document.querySelectorAll(`[${name}]`)) look(element, element.getAttribute(name));
    return [...found];
  }, mark);
}
