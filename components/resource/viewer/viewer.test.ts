import { readdir } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnName } from "@/lib/ooxml/columns";
import { formattedNumber, numberFormatOf } from "@/lib/ooxml/number-format";
import { readDirectory } from "@/lib/ooxml/zip-directory";
import { attachmentKindOf, attachmentRules, isShown } from "@/lib/validation/attachment-files";
import { bounded, boundedScale, fitScale, scaledAbout, turned } from "./image/geometry";
import { unpackRtf } from "./mail/compressed-rtf";
import { characterMaps } from "./pdf/character-maps";
import { findInPage } from "./pdf/find";
import { plainName } from "./plain-name";
import { decodeText, linesInParts, readableText } from "./text/decode";
import { textOfRtf } from "./text/rtf";
import { extensionOf, isEditable, isTooLarge, previewOf, type ViewerFile } from "./viewer-file";
import { webAddress } from "./web-address";
import { fitted, generalText } from "./workbook/fit";
import { momentOf } from "./workbook/moment";
import { storedZip } from "./zip/stored";

const file = (name: string, kind: ViewerFile["kind"], size = 1): ViewerFile => ({
  ...{ id: "1", name, kind, size, extension: "" },
  addresses: { original: "", stream: "" },
});

test.each([
  ["a.JPG", "Image", "image"],
  ["a.pdf", "Document", "pdf"],
  ["a.docx", "Document", "word"],
  ["a.xlsm", "Document", "workbook"],
  ["a.pptx", "Document", "none"],
  ["a.mkv", "Video", "video"],
  ["a.mp3", "Audio", "audio"],
  ["a.html", "Document", "text"],
  ["a.rtf", "Document", "text"],
  ["a.msg", "Other", "mail"],
  ["a.zip", "Other", "archive"],
  ["a.rar", "Other", "none"],
  ["a", "Other", "none"],
  ["a.pdf", "Link", "link"],
] as const)("[AT-05] %s as %s is shown as %s", (name, kind, preview) => {
  expect(previewOf(file(name, kind))).toBe(preview);
});

test("[AT-01] files too large to be read whole are offered for download only", () => {
  expect(isTooLarge(file("a.docx", "Document", 300 * 1024 ** 2))).toBe(true);
  // Read in parts.
  for (const name of ["a.txt", "a.pdf", "a.zip", "a.mp4"])
    expect(isTooLarge(file(name, "Document", 300 * 1024 ** 2))).toBe(false);
});

test.each([
  ["x\u202egpj.exe", "x\ufffdgpj.exe"],
  ["x\u2067gpj\u2069.exe", "x\ufffdgpj\ufffd.exe"],
  ["a.jpg\n\u2028.exe", "a.jpg\ufffd\ufffd.exe"],
  // Joiners belong to words and emoji.
  ["Größe שלום می\u200cخواهم 👩\u200d💻.txt", "Größe שלום می\u200cخواهم 👩\u200d💻.txt"],
])("[AT-01] the name %j within a file is shown safely", (name, shown) => {
  expect(plainName(name)).toBe(shown);
});

test("[AT-03] raster images can be annotated", () => {
  expect(isEditable(file("a.png", "Image"))).toBe(true);
  expect(isEditable(file("a.svg", "Image"))).toBe(false);
  expect(extensionOf({ extension: ".PNG", name: "x" })).toBe("png");
});

test("[AT-01] links lead to the web only", () => {
  expect(webAddress("https://example.com/a")).toBe("https://example.com/a");
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "file:///x", "vbscript:x", "//x", "", null])
    expect(webAddress(bad)).toBeUndefined();
});

describe("placement of a picture", () => {
  const stage = { width: 1_000, height: 500 };

  test("[AT-01] fits, also when rotated, without enlarging", () => {
    expect(fitScale(stage, { width: 2_000, height: 500 })).toBe(0.5);
    expect(fitScale(stage, turned({ width: 2_000, height: 500 }, 1))).toBe(0.25);
    expect(fitScale(stage, { width: 10, height: 10 })).toBe(1);
  });

  test("[AT-01] covers the stage or stays centred, however zoomed and moved", () => {
    const number = fc.double({ min: -5_000, max: 5_000, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.double({ min: 0.01, max: 50, noNaN: true }), (x, y, factor) => {
        const picture = { width: 3_000, height: 2_000 };
        const scale = boundedScale(factor, fitScale(stage, picture));
        const placed = bounded(scaledAbout({ scale: 1, x: 0, y: 0 }, scale, { x, y }), stage, picture);
        const rest = (size: number, room: number) => Math.max(0, (size * placed.scale - room) / 2) + 1e-6;
        expect(Math.abs(placed.x)).toBeLessThanOrEqual(rest(picture.width, stage.width));
        expect(Math.abs(placed.y)).toBeLessThanOrEqual(rest(picture.height, stage.height));
        expect(placed.scale).toBeLessThanOrEqual(8);
      }),
    );
  });

  test("[AT-01] zooming keeps its fixed point", () => {
    const placed = scaledAbout({ scale: 1, x: 10, y: 20 }, 2, { x: 100, y: 50 });
    expect(placed).toEqual({ scale: 2, x: -80, y: -10 });
  });
});

describe("cells of a workbook", () => {
  test.each([
    ["General", "1234.5"],
    ["yyyy-mm-dd", "date"],
    ["[$-407]d. mmmm yyyy", "date"],
    ["h:mm:ss", "time"],
    ["dd.mm.yyyy hh:mm", "date time"],
    ["0.00E+00", "1.23E+03"],
    ["0.0%", "123450.0%"],
    ['#,##0.00\\ "€";[Red]-#,##0.00', "1,234.50 €"],
    ["[$$-409]#,##0", "$1,235"],
    ["#,##0.00\\ [$€-407]", "1,234.50 €"],
    ['0 "days"', "1235 days"],
  ])("[AT-01] the format %s is parsed", (code, expected) => {
    const format = numberFormatOf(200, code);
    const parts = [format.hasDay && "date", format.hasTime && "time"].filter(Boolean).join(" ");
    expect(format.isDate ? parts : formattedNumber(1234.5, format, "en")).toBe(expected);
  });

  test("[AT-01] numbers are days since 1900, or 1904", () => {
    expect(momentOf(46_082.25, false)).toBe("2026-03-01T06:00:00");
    expect(momentOf(44_620, true)).toBe("2026-03-01T00:00:00");
    expect(momentOf(1, false)).toBe("1900-01-01T00:00:00");
    expect(momentOf(1e300, false)).toBeUndefined();
  });

  test.each([
    [2024, 20, "2024"],
    [-1_234_567, 20, "-1234567"],
    [12_345_678_901, 20, "12345678901"],
    [123_456_789_012, 20, "1,23457E+11"],
    [1 / 3, 20, "0,333333333"],
    [Math.PI, 20, "3,141592654"],
    [123_456.789_012, 20, "123456,789"],
    [0.000_012_345_678, 20, "1,23457E-05"],
    [0.1 + 0.2, 20, "0,3"],
    [0, 20, "0"],
    [1e-300, 20, "1E-300"],
    // With less space: fewer decimals, then scientific notation, then nothing.
    [Math.PI, 5, "3,142"],
    [12_345_678, 6, "1E+07"],
    [12_345_678, 4, "##"],
    [-12, 2, "#"],
  ])("[AT-01] %d without a format in %d digits is %s", (value, digits, text) => {
    expect(generalText(value, digits, ",")).toBe(text);
  });

  test("[AT-01] a number wider than its cell is not cut, since it would read as another", () => {
    expect(fitted("1,234,567.00", 12)).toBe("1,234,567.00");
    expect(fitted("1,234,567.00", 6.3)).toBe("###");
    expect(fitted("1", 0.4)).toBe("#");
  });

  test("[AT-01] columns have letters", () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
  });
});

describe("texts", () => {
  test("[AT-01] are decoded by their encoding", () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), true)).toBe("a");
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0), true)).toBe("a");
    expect(decodeText(Uint8Array.of(0xfc), true)).toBe("ü");
    // UTF-16 without a byte order mark.
    expect(decodeText(Uint8Array.of(0x61, 0, 0xdf, 0), true)).toBe("aß");
    expect(decodeText(Uint8Array.of(0, 0x61, 0, 0xdf), true)).toBe("aß");
    // Truncated within a character.
    expect(decodeText(Uint8Array.of(0x61, 0xc3), false)).toBe("a");
  });

  test("[AT-01] JSON is pretty-printed, other text stays unchanged, and no line is lost", () => {
    expect(readableText('{"a":1}', "json")).toBe('{\n  "a": 1\n}');
    expect(readableText("{a", "json")).toBe("{a");
    expect(linesInParts("a\r\nb\nc", 2)).toEqual(["a\nb", "c"]);
  });

  test("[AT-01] a phrase is found ignoring case, accents, ß and line breaks", () => {
    expect(findInPage(1, "Der Größe\nnach", "GRÖSSE")).toEqual([{ page: 1, start: 4, end: 9 }]);
    expect(findInPage(1, "Der Große\nnach", "grosse")).toEqual([{ page: 1, start: 4, end: 9 }]);
    expect(findInPage(2, "Café  au\nlait", "CAFE AU LAIT")).toEqual([{ page: 2, start: 0, end: 13 }]);
    expect(findInPage(1, "aaaa", "aa")).toHaveLength(2);
    expect(findInPage(1, "a", "  ")).toEqual([]);
  });
});

describe("Rich Text Format", () => {
  test.each([
    ["{\\rtf1\\ansi Hello \\b world\\b0\\par Next}", "Hello world\nNext"],
    ["{\\rtf1\\ansi\\ansicpg1250{\\fonttbl{\\f0 Arial;}}\\'b3\\'f3d\\'9f}", "łódź"],
    [
      "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss\\fcharset0 Arial;}{\\f1\\fcharset238 Arial CE;}{\\f2\\fcharset204{\\*\\falt x;}Arial Cyr;}{\\f3\\fcharset161 G;}}caf\\'e9 {\\f1 \\'b3\\'f3d\\'9f} \\f2\\'e4\\'e0\\f3 \\'e1\\plain \\'e9}",
      "café łódź даαé",
    ],
    [
      "{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset128 MS Mincho;}{\\f1\\fcharset129 B;}}\\f0\\'93\\'fa\\'96\\{\\'8c\\'ea\\'83e \\f1\\'c7\\'d1}",
      "日本語テ 한",
    ],
    ["{\\rtf1\\pca \\'94\\b \\'84}", "öä"],
    ["{\\rtf1\\ansi\\ansicpg1251 \xcf\xf0\xe8}", "При"],
    ["{\\rtf1\\uc1 \\u8364? 5 \\{a\\} \\u-10179?\\u-8704?}", "€ 5 {a} 😀"],
    ["{\\rtf1{\\*\\generator Word;}{\\info{\\author Ada}}{\\pict 00ff}text}", "text"],
    ["{".repeat(5_000), ""],
    ["no RTF \\", "no RTF"],
    ["\xef\xbb\xbf{\\rtf1 a}", "a"],
  ])("[AT-01] %s", (rtf, text) => {
    expect(textOfRtf(rtf)).toBe(text);
  });

  test("[AT-01] is decompressed as in messages (MS-OXRTFCP, section 4.1)", () => {
    const example =
      "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0";
    const packed = Uint8Array.from(example.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    expect(unpackRtf(packed)).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
    expect(() => unpackRtf(new Uint8Array(40))).toThrow();
  });
});

describe("archives", () => {
  const read = (blob: Blob) => async (start: number, end: number) =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());

  test("[AT-01] list their content", async () => {
    const blob = storedZip(new Map([["a/ä.txt", Uint8Array.of(1, 2, 3)]]));
    const { entries, count } = await readDirectory(read(blob), blob.size, 10);
    expect(count).toBe(1);
    expect(entries).toMatchObject([{ name: "a/ä.txt", size: 3, isFolder: false, isEncrypted: false }]);
  });

  test("[AT-01] invalid ones are rejected", async () => {
    const bytes = new Uint8Array(await storedZip(new Map([["a.txt", Uint8Array.of(1)]])).arrayBuffer());
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const broken = bytes.slice();
        broken[at] = value;
        const blob = new Blob([broken]);
        const result = await readDirectory(read(blob), blob.size, 10).catch((error: Error) => error);
        if (!(result instanceof Error)) expect(result.entries.length).toBeLessThanOrEqual(10);
      }),
    );
  });
});

test("[AT-01] every character map that a PDF may name exists", async () => {
  const names = await readdir(new URL("../../../node_modules/pdfjs-dist/cmaps", import.meta.url));
  const maps = names.filter((name) => name.endsWith(".bcmap"));
  expect(Object.keys(characterMaps).toSorted()).toEqual(maps.toSorted());
  for (const [name, address] of Object.entries(characterMaps)) expect(address).toContain(`/cmaps/${name}`);
});

test("[AT-01] [AT-04] exactly the uploadable types that the viewer supports are shown in it", () => {
  const shown = attachmentRules.types.filter(
    (type) => previewOf(file(`a.${type}`, attachmentKindOf(`a.${type}`))) !== "none",
  );
  expect(attachmentRules.types.filter(isShown)).toEqual(shown);
});
