import { unmarkedUtf16 } from "@/lib/validation/utf16";

/**
 * What the bytes of a text file say: by their byte order mark, else as UTF-16 where their zeros tell, else as UTF-8, else as Windows wrote it before that.
 * @param isWhole false where a last character may be cut in two
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const utf16 = unmarkedUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** JSON with one value a line; anything else as it is. */
export function readableText(text: string, extension: string): string {
  if (extension !== "json") return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Lines in parts that a browser lays out one at a time, as they come into view. */
export function linesInParts(text: string, linesOfPart = 200): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return Array.from({ length: Math.ceil(lines.length / linesOfPart) }, (_, part) =>
    lines.slice(part * linesOfPart, (part + 1) * linesOfPart).join("\n"),
  );
}
