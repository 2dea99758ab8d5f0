import type { Language } from "../../../lib/preferences/preferences";
import { RequestError } from "../../http/errors";

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
  if (head.length >= 4 && head[1] === 0 && head[3] === 0) return { name: "utf-16le", isGuessed: true };
  if (head.length >= 4 && head[0] === 0 && head[2] === 0) return { name: "utf-16be", isGuessed: true };
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

/** @throws {RequestError} 400 for text invalid in that encoding, such as one truncated within a character */
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
