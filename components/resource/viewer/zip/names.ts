import type { RawName } from "@/lib/ooxml/zip-directory";
import { decodeAs, decodeStrictly } from "../text/code-pages";

/** Letters of the alphabets that the code pages cover. */
const european = /[ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœŒ]/;
const middleEuropean = /[ÁÂÄČĆĎĐÉĚËÍÎĹĽŁŃŇÓÔÖŐŔŘŚŠŞŤŢÚŮÜŰÝŹŽŻĄĘáâäčćďđéěëíîĺľłńňóôöőŕřśšşťţúůüűýźžżąęăĂß]/;
const cyrillic = /[Ѐ-џҐґ]/;
const japanese = /[\u3040-\u30ff\u4e00-\u9fff、。々ー（）]/;
const chinese = /[\u4e00-\u9fff（）]/;
const simplified = /[的一是不了人在有我他这中大来上国文件报告新建合同年月日单表公司资料目录会议]/;
const traditional = /[的一是不了人在有我他這中大來上國文件報告新建合同年月日單表公司資料目錄會議]/;
const syllables = /[이다는을의에가고하지한로사기도아리시자부대인나서어제일정과스문보주라해국동계약]/;
const korean = /[\uac00-\ud7a3]/;

interface CodePage {
  /** Windows' number. */
  number: number;
  letters: RegExp;
  /** First bytes of common two-byte letters. */
  common?: readonly [number, number];
  /** Frequent letters, to distinguish alphabets with the same bytes. */
  frequent?: RegExp;
  languages?: readonly string[];
}

/** Earlier ones win a tie: the specification requires the DOS code page (APPNOTE.TXT, appendix D). */
const codePages: readonly CodePage[] = [
  { number: 437, letters: european, languages: ["en"] },
  { number: 850, letters: european, languages: ["de"] },
  { number: 852, letters: middleEuropean, languages: ["pl", "sr"] },
  { number: 866, letters: cyrillic },
  { number: 1252, letters: european },
  { number: 1250, letters: middleEuropean },
  { number: 1251, letters: cyrillic },
  { number: 932, letters: japanese, common: [0x81, 0x97] },
  { number: 936, letters: chinese, common: [0xb0, 0xd7], frequent: simplified },
  { number: 949, letters: korean, common: [0xb0, 0xc8], frequent: syllables },
  { number: 950, letters: chinese, common: [0xa4, 0xc6], frequent: traditional },
];

/** Maximum bytes of names examined to guess their code page. */
const maxGuessed = 4_000;

/**
 * Decodes the names of an archive: by their Unicode field or flag, as UTF-8 if valid, else all by the most plausible code page,
 * since one program writes an archive. Converts `\` to `/`, and composes letters.
 * @param language the user's language, preferred when code pages are equally plausible
 */
export function decodeNames(names: readonly RawName[], language: string): string[] {
  const known = names.map((name) => unicodePath(name) ?? asUtf8(name));
  const unknown = names.filter((_, index) => known[index] === undefined).map(({ bytes }) => bytes);
  const codePage = unknown.length > 0 ? codePageOf(unknown, language).number : 437;
  return names.map(({ bytes }, index) =>
    (known[index] ?? decodeAs(bytes, codePage)).replaceAll("\\", "/").normalize("NFC"),
  );
}

/** Info-ZIP's Unicode path (APPNOTE.TXT, section 4.6.9), unless the name was changed later. */
function unicodePath({ bytes, extra }: RawName): string | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.length);
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const isPath = id === 0x7075 && length > 5 && at + 4 + length <= extra.length;
    if (isPath && view.getUint8(at + 4) === 1 && view.getUint32(at + 5, true) === crc32(bytes))
      return new TextDecoder().decode(extra.subarray(at + 9, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

function asUtf8({ bytes, isUtf8 }: RawName): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: !isUtf8 }).decode(bytes);
  } catch {
    return undefined;
  }
}

function codePageOf(names: readonly Uint8Array[], language: string): CodePage {
  const scored = codePages.map((page) => ({ page, score: scoreOf(page, names, language) }));
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).page;
}

/** Scores how plausible the names are in a code page: letters of its alphabet add, symbols and mixed alphabets subtract. */
function scoreOf(page: CodePage, names: readonly Uint8Array[], language: string): number {
  const { number, common, languages } = page;
  let score = languages?.includes(language) ? 0.5 : 0;
  let left = maxGuessed;
  for (const bytes of names) {
    left -= bytes.length;
    if (left < 0) break;
    try {
      score += scoreOfName(decodeStrictly(bytes, number), page);
    } catch {
      return Number.NEGATIVE_INFINITY;
    }
    if (common) score -= rareIn(bytes, common) * 4;
  }
  return score;
}

function scoreOfName(name: string, { letters, frequent }: CodePage): number {
  let score = 0;
  const all = [...name];
  for (const [index, letter] of all.entries()) {
    const [before = "", after = ""] = [all[index - 1], all[index + 1]];
    if (isSmall(before) && isCapital(letter)) score -= 2;
    if (letter < "\u0080") continue;
    if (!letters.test(letter)) {
      score -= 3;
      continue;
    }
    const isWide = letter >= "\u3000" && letter < "\uff00";
    score += isWide ? 2 : 1;
    if (frequent?.test(letter)) score += 1;
    if (letter >= "\u0370") score -= [before, after].filter((beside) => /[a-z]/i.test(beside)).length * 2;
    // Two accented letters rarely follow each other.
    else if (before >= "\u0080" && before < "\u0370") score -= 1;
  }
  return score;
}

const isSmall = (letter: string) => /\p{Ll}/u.test(letter);
const isCapital = (letter: string) => /\p{Lu}/u.test(letter);

/** Counts rare two-byte letters. */
function rareIn(bytes: Uint8Array, [first, last]: readonly [number, number]): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x81 || (first === 0x81 && byte >= 0xa1 && byte <= 0xdf)) continue;
    if (byte < first || byte > last) count += 1;
    at += 1;
  }
  return count;
}

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}
