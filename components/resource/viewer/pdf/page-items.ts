import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

const known = new WeakMap<PDFPageProxy, Promise<string[]>>();

/** Text items of a page in order, with line breaks. Cached, since each letter of a phrase reads them. */
export function pageItems(page: PDFPageProxy): Promise<string[]> {
  const kept = known.get(page);
  if (kept) return kept;
  const items = readItems(page);
  known.set(page, items);
  items.catch(() => known.delete(page));
  return items;
}

async function readItems(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ("str" in item ? [item.str + (item.hasEOL ? "\n" : "")] : []));
}
