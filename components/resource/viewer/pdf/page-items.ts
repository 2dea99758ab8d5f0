import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The pieces that a page is set in, in their order; a line ends with its line break. */
export async function pageItems(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ("str" in item ? [item.str + (item.hasEOL ? "\n" : "")] : []));
}
