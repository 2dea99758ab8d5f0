type Utf16 = "utf-16le" | "utf-16be";

/** Enough bytes to decide. */
const maxSampleBytes = 64 * 1024;

/** Text contains no controls except tabs and ends of lines and pages, and no unassigned characters. */
const isText = (text: string) => !/[\p{Cn}\p{Co}]|(?![\t\n\f\r])\p{Cc}/u.test(text);

/**
 * Detects the byte order of UTF-16 without a byte order mark, as some programs write it; undefined otherwise, and for text
 * without zero bytes, where other encodings are likelier.
 * @param bytes of a text, or its beginning
 */
export function detectUtf16(bytes: Uint8Array): Utf16 | undefined {
  const sample = bytes.subarray(0, maxSampleBytes);
  if (sample.length % 2 === 1 || !sample.includes(0)) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // The higher byte of letters shared by most languages is zero.
  const encoding = odd >= even ? "utf-16le" : "utf-16be";
  try {
    // The last character may be incomplete.
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return isText(text) ? encoding : undefined;
  } catch {
    return undefined;
  }
}
