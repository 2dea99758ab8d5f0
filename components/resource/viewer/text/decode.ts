import { detectUtf16 } from "@/lib/validation/utf16";

/**
 * Decodes a text file: by byte order mark, else UTF-16 if zeros suggest it, else UTF-8, else Windows-1252.
 * @param isWhole false if the last character may be incomplete
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const utf16 = detectUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Pretty-prints JSON; returns other text unchanged. */
export function readableText(text: string, extension: string): string {
  if (extension !== "json") return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Splits lines into parts that a browser lays out separately when visible. */
export function linesInParts(text: string, linesOfPart = 200): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return Array.from({ length: Math.ceil(lines.length / linesOfPart) }, (_, part) =>
    lines.slice(part * linesOfPart, (part + 1) * linesOfPart).join("\n"),
  );
}
