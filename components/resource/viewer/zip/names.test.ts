import { describe, expect, test } from "vitest";
import { decodeNames } from "./names";

const none = new Uint8Array();
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const legacy = (hex: string) => ({ bytes: bytesOf(hex), isUtf8: false, extra: none });
const utf8 = (name: string, isUtf8 = true, extra: Uint8Array = none) => ({
  bytes: new TextEncoder().encode(name),
  isUtf8,
  extra,
});

test.each([
  ["cp437", "Übersicht März.txt", "9a6265727369636874204d84727a2e747874"],
  ["cp437", "Grüße an Änne.docx", "477281e16520616e208e6e6e652e646f6378"],
  [
    "cp850",
    "Ärzte/Öffnungszeiten für Köln.pdf",
    "8e727a74652f9966666e756e67737a656974656e20668172204b946c6e2e706466",
  ],
  ["cp437", "Español/año niño.txt", "45737061a46f6c2f61a46f206e69a46f2e747874"],
  ["cp850", "Café à la crème.txt", "436166822085206c612063728a6d652e747874"],
  ["cp850", "Smørrebrød på Østerbro.txt", "536d9b72726562729b64207086209d7374657262726f2e747874"],
  ["cp852", "Łódź/zażółć gęślą jaźń.txt", "9da264ab2f7a61bea288862067a9986ca5206a61abe42e747874"],
  ["cp852", "Umowa najmu książka.pdf", "556d6f7761206e616a6d75206b7369a5be6b612e706466"],
  ["cp852", "Šešir i žaba, račun ćevapi.txt", "e665e76972206920a76162612c2072619f756e208665766170692e747874"],
  ["cp852", "Příloha č. 3.xlsx", "50fda16c6f6861209f2e20332e786c7378"],
  ["cp866", "Договор.txt", "84aea3aea2aee02e747874"],
  ["cp866", "Отчет за март.docx", "8ee2e7a5e220a7a020aca0e0e22e646f6378"],
  ["cp866", "План.xls", "8faba0ad2e786c73"],
  ["windows-1251", "Привет мир.txt", "cff0e8e2e5f220ece8f02e747874"],
  ["windows-1251", "Отчет.doc", "cef2f7e5f22e646f63"],
  ["windows-1252", "Müller & Söhne.txt", "4dfc6c6c657220262053f6686e652e747874"],
  ["windows-1250", "Zażółć gęślą jaźń.txt", "5a61bff3b3e62067ea9c6cb9206a619ff12e747874"],
  ["shift_jis", "日本語.txt", "93fa967b8cea2e747874"],
  ["shift_jis", "資料/表計算ソフト.xlsx", "8e9197bf2f955c8c768e5a835c837483672e786c7378"],
  ["shift_jis", "テスト.doc", "8365835883672e646f63"],
  ["shift_jis", "新しいフォルダー/議事録.docx", "905682b582a283748348838b835f815b2f8b638e96985e2e646f6378"],
  ["gbk", "报告.docx", "b1a8b8e62e646f6378"],
  ["gbk", "新建文件夹/合同.pdf", "d0c2bda8cec4bcfebcd02fbacfcdac2e706466"],
  ["euc-kr", "한국어 문서.hwp", "c7d1b1b9beee20b9aebcad2e687770"],
  ["big5", "報告書.docx", "b3f8a769aed12e646f6378"],
  ["cp437", "Ü.txt", "9a2e747874"],
  ["cp437", "naïve façade.txt", "6e618b7665206661876164652e747874"],
])("[AT-01] decodes a name in %s: %s", (_, name, hex) => {
  for (const language of ["en", "de", "pl", "sr"])
    expect(decodeNames([legacy(hex)], language)).toEqual([name]);
});

describe("names of an archive", () => {
  test("[AT-01] use one code page, preferably that of the user's language", () => {
    // "å" in most DOS code pages, "ć" in that of central Europe.
    expect(decodeNames([legacy("866d612e747874")], "en")).toEqual(["åma.txt"]);
    expect(decodeNames([legacy("866d612e747874")], "pl")).toEqual(["ćma.txt"]);
    const polish = ["9da264ab2e747874", "866d612e747874"].map(legacy);
    expect(decodeNames(polish, "en")).toEqual(["Łódź.txt", "ćma.txt"]);
  });

  test("[AT-01] are UTF-8 by their flag or if valid, and composed", () => {
    expect(decodeNames([utf8("Größe"), utf8("日本", false)], "en")).toEqual(["Größe", "日本"]);
    expect(decodeNames([utf8("u\u0308ber.txt")], "en")).toEqual(["über.txt"]);
    expect(decodeNames([{ ...legacy("ff"), isUtf8: true }], "en")).toEqual(["\ufffd"]);
  });

  test("[AT-01] use the Unicode field of Info-ZIP, unless the name was changed later", () => {
    const path = new TextEncoder().encode("дом.txt");
    const { bytes } = utf8("dom.txt");
    const field = new Uint8Array([0x0a, 0, 1, 0, 7, 0x75, 0x70, path.length + 5, 0, 1, 0, 0, 0, 0, ...path]);
    // CRC-32 of "dom.txt".
    new DataView(field.buffer).setUint32(10, 0xd90ee7a1, true);
    expect(decodeNames([{ bytes, isUtf8: false, extra: field }], "en")).toEqual(["дом.txt"]);
    expect(decodeNames([utf8("other.txt", false, field)], "en")).toEqual(["other.txt"]);
    for (let length = 0; length < field.length; length++)
      expect(decodeNames([utf8("dom.txt", false, field.subarray(0, length))], "en")).toEqual(["dom.txt"]);
  });

  test("[AT-01] separate folders by slashes, and are otherwise unchanged", () => {
    expect(decodeNames([utf8("a\\b\\c.txt", false), utf8("../../x"), utf8("/etc/passwd")], "en")).toEqual([
      "a/b/c.txt",
      "../../x",
      "/etc/passwd",
    ]);
  });
});
