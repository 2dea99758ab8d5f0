import { bytesAsText } from "../text/bytes-as-text";

/** Predefined dictionary of the compression (MS-OXRTFCP, section 2.1.2.1). */
const dictionary =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor " +
  "MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par " +
  "\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const windowSize = 4096;
const largest = 20 * 1024 * 1024;

/**
 * Decompresses the RTF body of a message (MS-OXRTFCP) to one character per byte.
 * @throws {Error} if it is invalid
 */
export function unpackRtf(packed: Uint8Array): string {
  const header = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const [size, type] = [header.getUint32(4, true), header.getUint32(8, true)];
  if (type === 0x414c454d) return bytesAsText(packed.subarray(16, 16 + size));
  if (type !== 0x75465a4c || size > largest) throw new Error("no packed text");
  const window = new Uint8Array(windowSize);
  for (const [index, letter] of [...dictionary].entries()) window[index] = letter.charCodeAt(0);
  let write = dictionary.length;
  const out: number[] = [];
  const put = (byte: number) => {
    window[write] = byte;
    write = (write + 1) % windowSize;
    out.push(byte);
  };
  for (let at = 16; at < packed.length; ) {
    const control = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      const reference = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const offset = reference >> 4;
      if (offset === write || out.length > size) return bytesAsText(Uint8Array.from(out));
      for (let index = 0; index < (reference & 15) + 2; index++)
        put(window[(offset + index) % windowSize] ?? 0);
    }
  }
  return bytesAsText(Uint8Array.from(out));
}
