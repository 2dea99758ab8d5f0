import { expect, test } from "vitest";
import { matchesExtension } from "./content-check";

const bytes = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const swapped = (text: string) => utf16(text).swap16();

/** A box of an MPEG-4 file with its brand (ISO/IEC 14496-12, 4.3). */
const brand = (name: string) => bytes(`\0\0\0\x18ftyp${name.padEnd(4)}\0\0\0\0${name.padEnd(4)}isom`);
const frame = "\xff\xfb\x90\x64\0\0\0\0";

test.each([
  [
    "svg",
    "its root has a prefix",
    bytes('<?xml version="1.0"?>\n<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'),
  ],
  ["svg", "it is in UTF-16", utf16('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["rtf", "a byte order mark comes first", bytes("\xef\xbb\xbf{\\rtf1 a}")],
  ["rtf", "a new line comes first", bytes("\r\n{\\rtf1 a}")],
  ["doc", "it is RTF after a new line", bytes("\n{\\rtf1 a}")],
  ["mp3", "zeros come first", bytes(`${"\0".repeat(3_000)}${frame}`)],
  ["mp3", "zeros come before its tag", bytes(`\0\0ID3\x03\0\0\0\0\0\x02\0\0${frame}`)],
  ["mp4", "it has sound alone", brand("M4A")],
  ["mp4", "it is an audio book", brand("M4B")],
  ["txt", "it is in UTF-16 without a mark", utf16("Größe\r\n\tП 😀")],
  ["txt", "its bytes of UTF-16 are swapped", swapped("Größe\r\n\tП 😀")],
  ["txt", "its last pair is cut in two", utf16(`${"a".repeat(9)}😀`).subarray(0, 20)],
])("[AT-02] %s is taken although %s", async (extension, _, head) => {
  expect(await matchesExtension(extension, head)).toBe(true);
});

test.each([
  ["svg", "HTML", bytes("<html><mysvg ></html>")],
  ["svg", "HTML with an attribute", bytes('<p class="a:svg ">')],
  ["rtf", "HTML before RTF", bytes("<script></script>{\\rtf1 a}")],
  ["mp3", "zeros", Buffer.alloc(4_096)],
  ["mp3", "a program after zeros", bytes("\0\0MZ\x90\0\x03")],
  ["mp3", "a film", brand("isom")],
  ["mp4", "sound that no film is kept in", bytes(`ID3\x03\0\0\0\0\0\x02\0\0${frame}`)],
  ["avi", "sound of MPEG-4", brand("M4A")],
  ["txt", "a program", bytes("MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0")],
  ["txt", "text with a zero", bytes("a\0b")],
  ["txt", "zeros", Buffer.alloc(64)],
  ["txt", "a picture", bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01")],
])("[AT-02] a file named %s with content %s is refused", async (extension, _, head) => {
  expect(await matchesExtension(extension, head)).toBe(false);
});
