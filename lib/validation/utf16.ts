type Utf16 = "utf-16le" | "utf-16be";

/** As much as tells; the rest is the same. */
const most = 64 * 1024;

/** What text consists of: no controls but tabs and ends of lines and pages, and nothing that means nothing. */
const isText = (text: string) => !/[\p{Cn}\p{Co}]|(?![\t\n\f\r])\p{Cc}/u.test(text);

/**
 * Which UTF-16 bytes are that have no byte order mark, as some programs write it; undefined where they are none, and for text
 * without zeros, which is anything else first.
 * @param bytes of a text, or the first of them
 */
export function unmarkedUtf16(bytes: Uint8Array): Utf16 | undefined {
  const head = bytes.subarray(0, most);
  if (head.length % 2 === 1 || !head.includes(0)) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Of letters that most languages share the higher byte is zero.
  const encoding = odd >= even ? "utf-16le" : "utf-16be";
  try {
    // A last character may be cut in two.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return isText(text) ? encoding : undefined;
  } catch {
    return undefined;
  }
}
