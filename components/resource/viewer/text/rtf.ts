import { decodeAs } from "./code-pages";

/** Groups without visible text. */
const silent = new Set([
  ...["colortbl", "stylesheet", "listtable", "listoverridetable", "rsidtbl", "generator"],
  ...["info", "pict", "object", "themedata", "colorschememapping", "datastore", "latentstyles", "xmlnstbl"],
  ...["header", "headerl", "headerr", "footer", "footerl", "footerr", "fldinst", "filetbl", "revtbl"],
]);

const signs: Readonly<Record<string, string>> = {
  ...{ par: "\n", line: "\n", sect: "\n\n", page: "\n\n", row: "\n", cell: "\t", tab: "\t" },
  ...{ emdash: "—", endash: "–", bullet: "•", emspace: " ", enspace: " ", "~": "\u00a0", _: "-" },
  ...{ lquote: "‘", rquote: "’", ldblquote: "“", rdblquote: "”" },
};

/** Code pages by the character set number of a font; other fonts use the document's. */
const charsets: Readonly<Record<number, number>> = {
  ...{ 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258 },
  ...{ 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850 },
};
/** Code pages by the keyword for the document's character set, which precedes `\ansicpg`. */
const characterSets: Readonly<Record<string, number>> = { ansi: 1252, mac: 10000, pc: 437, pca: 850 };

interface Group {
  isSilent: boolean;
  isFontTable: boolean;
  font: number;
  /** Number of fallback characters after a Unicode character. */
  uc: number;
}

const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;
const deepest = 1_000;

/** Extracts the plain text of an RTF document. @param bytesAsText its bytes, one character each */
export function textOfRtf(bytesAsText: string): string {
  // Skips a byte order mark.
  const rtf = bytesAsText.replace(/^[^{]*(?=\{\\rtf)/, "");
  let text = "";
  let codePage = 1252;
  let usualFont = 0;
  const fonts = new Map<number, number>();
  let group: Group = { isSilent: false, isFontTable: false, font: 0, uc: 1 };
  const outer: Group[] = [];
  let bytes: number[] = [];
  /** Remaining fallback characters of the previous Unicode character. */
  let skipped = 0;
  const flush = () => {
    if (bytes.length > 0) text += decodeAs(Uint8Array.from(bytes), fonts.get(group.font) ?? codePage);
    bytes = [];
  };
  const write = (added: string) => {
    flush();
    if (!group.isSilent) text += added;
  };

  for (const [, word, parameter, hex, sign, brace, plain] of rtf.matchAll(token)) {
    if (hex !== undefined) {
      if (skipped > 0) skipped -= 1;
      else if (!group.isSilent) bytes.push(Number.parseInt(hex, 16));
    } else if (plain !== undefined) {
      const from = Math.min(skipped, plain.length);
      skipped -= from;
      // The second byte of a two-byte letter may be unescaped.
      if (!group.isSilent)
        for (let at = from; at < plain.length; at++) bytes.push(plain.charCodeAt(at) & 0xff);
    } else if (brace === "{") {
      flush();
      if (outer.length >= deepest) break;
      outer.push(group);
      group = { ...group };
    } else if (brace === "}") {
      flush();
      group = outer.pop() ?? group;
    } else if (sign === "*") {
      // Unknown destinations may be skipped.
      group.isSilent = true;
    } else if (sign !== undefined) {
      if (signs[sign]) write(signs[sign]);
      else if (/[\\{}]/.test(sign) && !group.isSilent) bytes.push(sign.charCodeAt(0));
    } else if (word === "u") {
      write(String.fromCharCode(Number(parameter) & 0xffff));
      skipped = group.uc;
    } else if (word === "uc") {
      group.uc = Number(parameter ?? 1);
    } else if (word === "fonttbl") {
      group.isSilent = group.isFontTable = true;
    } else if (word === "deff") {
      group.font = usualFont = Number(parameter ?? 0);
    } else if (word === "f" || word === "plain") {
      flush();
      group.font = word === "f" ? Number(parameter ?? 0) : usualFont;
    } else if (group.isFontTable && (word === "fcharset" || word === "cpg")) {
      const page = word === "cpg" ? Number(parameter) : charsets[Number(parameter)];
      if (page) fonts.set(group.font, page);
    } else if (word !== undefined && Object.hasOwn(characterSets, word)) {
      codePage = characterSets[word] ?? codePage;
    } else if (word === "ansicpg") {
      codePage = Number(parameter) || 1252;
    } else if (word === "bin") {
      // The rest is binary, and its end cannot be found.
      break;
    } else if (word !== undefined && silent.has(word)) {
      group.isSilent = true;
    } else if (word !== undefined) {
      write(signs[word] ?? "");
    }
  }
  flush();
  // Removes undecodable characters, mostly hard spaces, and the terminator of compressed text.
  return text.replace(/[\0\ufffd]/g, "").trim();
}
