import type { Language } from "../../../lib/preferences/preferences";
import { RequestError } from "../../http/errors";

/** What Excel writes in each language where a text is not in Unicode. */
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
 * How a text is encoded: as its byte order mark says, else UTF-8 where all of it is, else as Excel writes it in a language.
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
  // With the mark of UTF-8 it is meant to be that.
  if (first === 0xef && second === 0xbb) throw unreadable();
  return { name: codePages[language], isGuessed: true };
}

/** @throws {RequestError} 400 for what is no text in that encoding, such as one that was cut within a letter */
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
