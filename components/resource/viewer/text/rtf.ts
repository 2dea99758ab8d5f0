import { decodeAs } from "./code-pages";

/** Groups without visible text. */
const silent = new Set([
  ...["fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "rsidtbl", "generator"],
  ...["info", "pict", "object", "themedata", "colorschememapping", "datastore", "latentstyles", "xmlnstbl"],
  ...["header", "headerl", "headerr", "footer", "footerl", "footerr", "fldinst", "filetbl", "revtbl"],
]);

const signs: Readonly<Record<string, string>> = {
  ...{ par: "\n", line: "\n", sect: "\n\n", page: "\n\n", row: "\n", cell: "\t", tab: "\t" },
  ...{ emdash: "—", endash: "–", bullet: "•", emspace: " ", enspace: " ", "~": "\u00a0", _: "-" },
  ...{ lquote: "‘", rquote: "’", ldblquote: "“", rdblquote: "”" },
};

interface Group {
  isSilent: boolean;
  /** Number of fallback characters per Unicode character. */
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
  let group: Group = { isSilent: false, uc: 1 };
  const outer: Group[] = [];
  let bytes: number[] = [];
  /** Remaining fallback characters of the previous Unicode character. */
  let skipped = 0;
  const flush = () => {
    if (bytes.length > 0) text += decodeAs(Uint8Array.from(bytes), codePage);
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
      write(plain.slice(from));
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
      write(signs[sign] ?? (/[\\{}]/.test(sign) ? sign : ""));
    } else if (word === "u") {
      write(String.fromCharCode(Number(parameter) & 0xffff));
      skipped = group.uc;
    } else if (word === "uc") {
      group.uc = Number(parameter ?? 1);
    } else if (word === "ansicpg") {
      codePage = Number(parameter) || 1252;
    } else if (word === "bin") {
      // The rest is binary, without any way to find its end.
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
