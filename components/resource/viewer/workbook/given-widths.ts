import { elements } from "../office-package";

/** Reads the sheet's widths of its first columns, and its default width. */
export function givenWidths(sheet: Document, maxColumns: number) {
  const widths = new Map<number, number>();
  for (const column of elements(sheet, "col")) {
    const [from, to] = [Number(column.getAttribute("min")), Number(column.getAttribute("max"))];
    const width = Number(column.getAttribute("width"));
    if (!width) continue;
    for (let index = Math.max(1, from); index <= Math.min(to, maxColumns); index++)
      widths.set(index - 1, boundedWidth(width));
  }
  const usual = elements(sheet, "sheetFormatPr")[0]?.getAttribute("defaultColWidth");
  return { widths, usualWidth: boundedWidth(Number(usual)) };
}

/** @param width in digits; 0 for none */
const boundedWidth = (width: number) => Math.min(70, Math.max(3, width || 9.14));
