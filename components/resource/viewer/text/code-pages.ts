/** Windows code pages with other names in browsers. */
const encodings: Readonly<Record<number, string>> = {
  866: "ibm866",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  1201: "utf-16be",
  1361: "euc-kr",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  20127: "windows-1252",
  20866: "koi8-r",
  20932: "euc-jp",
  20936: "gbk",
  20949: "euc-kr",
  21866: "koi8-u",
  38598: "iso-8859-8-i",
  50220: "iso-2022-jp",
  50221: "iso-2022-jp",
  50222: "iso-2022-jp",
  51932: "euc-jp",
  51936: "gbk",
  51949: "euc-kr",
  52936: "gbk",
  54936: "gb18030",
  65001: "utf-8",
};

/** Upper halves of DOS code pages, which browsers do not support. */
const dos: Readonly<Record<number, string>> = {
  437: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  850: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  852: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

/**
 * Decodes bytes in a code page of Windows or DOS.
 * @throws {TypeError} for bytes that are invalid in it
 * @throws {RangeError} for an unknown code page
 */
export const decodeStrictly = (bytes: Uint8Array, codePage: number): string => decode(bytes, codePage, true);

/** The same with a replacement character for invalid bytes, and Windows-1252 instead of an unknown code page. */
export function decodeAs(bytes: Uint8Array, codePage: number): string {
  try {
    return decode(bytes, codePage, false);
  } catch {
    return decode(bytes, 1252, false);
  }
}

function decode(bytes: Uint8Array, codePage: number, fatal: boolean): string {
  const upper = dos[codePage];
  if (upper)
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : upper[byte - 128])).join("");
  const iso = codePage > 28_590 && codePage < 28_606 ? `iso-8859-${codePage - 28_590}` : undefined;
  return new TextDecoder(encodings[codePage] ?? iso ?? `windows-${codePage}`, { fatal }).decode(bytes);
}
