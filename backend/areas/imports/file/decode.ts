import type { Language } from "../../../../lib/preferences/preferences";
import { RequestError } from "../../../core/errors";

/** Excel's encodings of other text files, by language. */
const codePages: Record<Language, string> = {
  en: "windows-1252",
  de: "windows-1252",
  pl: "windows-1250",
  sr: "windows-1250",
};

export interface Encoding {
  name: string;
  isGuessed: boolean;
}

/**
 * Detects a text's encoding: by its byte order mark, else UTF-8 if all of it is valid, else Excel's for a language.
 * @param open reads the text from its beginning
 */
export async function encodingOf(
  head: Uint8Array,
  open: () => AsyncIterable<Uint8Array>,
  language: Language,
): Promise<Encoding> {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return { name: "utf-16le", isGuessed: false };
  if (first === 0xfe && second === 0xff) return { name: "utf-16be", isGuessed: false };
  const wide = unmarkedUtf16(head);
  if (wide) return { name: wide, isGuessed: true };
  try {
    for await (const _ of decoded(open(), "utf-8"));
    return { name: "utf-8", isGuessed: false };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  // The mark declares UTF-8, so invalid bytes are an error.
  if (first === 0xef && second === 0xbb) throw unreadable();
  return { name: codePages[language], isGuessed: true };
}

/** Digits, spaces and line breaks have a zero byte in UTF-16, always on the same side. */
function unmarkedUtf16(head: Uint8Array): string | undefined {
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const isWide = (some: number, others: number) => others === 0 && some * 20 > head.length;
  if (isWide(odd, even)) return "utf-16le";
  return isWide(even, odd) ? "utf-16be" : undefined;
}

/** @throws {RequestError} 400 for invalid text in that encoding, such as a character truncated at the end */
export async function* decoded(parts: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const read = (part?: Uint8Array) => {
    try {
      return decoder.decode(part, { stream: part !== undefined });
    } catch {
      throw unreadable();
    }
  };
  for await (const part of parts) yield read(part);
  yield read();
}

const unreadable = () => new RequestError("importUnreadable", { status: 400 });
