import { encodeUnwritable, isPlain, textElement } from "./text";

const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/** Bounds memory for any texts: later ones are written inline into their cells. */
const max = 50_000;

/**
 * Texts with characters written as `_xHHHH_`. Excel reads that escape everywhere, other readers only in the table of
 * shared strings; all other texts are written inline, which takes no memory.
 */
export class SharedStrings {
  private readonly indexes = new Map<string, number>();

  /** The text's index in the table; undefined when the table is full. */
  indexOf(encoded: string): number | undefined {
    const known = this.indexes.get(encoded);
    if (known !== undefined || this.indexes.size >= max) return known;
    this.indexes.set(encoded, this.indexes.size);
    return this.indexes.size - 1;
  }

  *xml(): Generator<Buffer> {
    yield Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="${namespace}" uniqueCount="${this.indexes.size}">`,
    );
    for (const text of this.indexes.keys()) yield Buffer.from(`<si>${textElement(text)}</si>`);
    yield Buffer.from("</sst>");
  }
}

/** The attributes and content of a text's cell, after its address. */
export function textCell(text: string, shared: SharedStrings): string {
  const encoded = encodeUnwritable(text);
  // The short form of a text makes the file a fifth smaller, and the export proportionally faster.
  if (encoded === undefined)
    return isPlain(text) ? ` t="str"><v>${text}</v></c>` : ` t="inlineStr"><is>${textElement(text)}</is></c>`;
  const index = shared.indexOf(encoded);
  return index === undefined
    ? ` t="inlineStr"><is>${textElement(encoded)}</is></c>`
    : ` t="s"><v>${index}</v></c>`;
}
