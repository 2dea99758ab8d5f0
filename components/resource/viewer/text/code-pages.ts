/** Windows code pages with other names in browsers. */
const encodings: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  20127: "windows-1252",
  28591: "iso-8859-1",
  28592: "iso-8859-2",
  65001: "utf-8",
};

/** Decodes bytes in a Windows code page; falls back to Western European. */
export function decodeAs(bytes: Uint8Array, codePage: number): string {
  try {
    return new TextDecoder(encodings[codePage] ?? `windows-${codePage}`).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
