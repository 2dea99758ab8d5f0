// @vitest-environment jsdom
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { columnName } from "@/lib/ooxml/columns";
import { numberFormatOf } from "@/lib/ooxml/number-format";
import { compoundFile, type MailParts, mailNumbers, mailTexts } from "@/tests/component/mail-file";
import { readCompoundFile } from "./mail/compound-file";
import { readMessage } from "./mail/message";
import { parseXml } from "./office-package";
import { firstRows, readSheet } from "./workbook/read-workbook";
import { SheetTable } from "./workbook/sheet-table";

// Each of these would hang the window for minutes or forever if the file's own claims were trusted.

/** Returns the bytes of a compound file; jsdom has no other way to read a blob. */
function bytesOf(parts: MailParts): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new FileReader();
  reader.readAsArrayBuffer(compoundFile(parts));
  return new Promise((resolve) => {
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
  });
}

/** Returns the bytes of a compound file with manipulated entries; they are contiguous. */
async function tampered(
  parts: MailParts,
  change: (entry: DataView, index: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOf(parts);
  const start = (new DataView(bytes.buffer).getUint32(0x30, true) + 1) * 512;
  const count = 1 + Object.keys(parts).length;
  for (let index = 0; index < count; index++)
    change(new DataView(bytes.buffer, start + index * 128, 128), index);
  return bytes;
}

test("[AT-01] shared content of message storages is read once", async () => {
  const storages = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`storage ${index}`, {}]));
  let first = 0;
  const bytes = await tampered(storages, (entry, index) => {
    if (index === 0) first = entry.getUint32(0x4c, true);
    entry.setUint32(0x4c, first, true);
  });
  expect([...readCompoundFile(bytes).storages.keys()].toSorted()).toEqual(Object.keys(storages).toSorted());
});

test("[AT-01] streams that repeatedly claim the same bytes are rejected", async () => {
  const text = "x".repeat(30_000);
  const parts = { ...mailTexts({ "0037": text }), ...mailTexts({ "1000": "second" }) };
  const bytes = await tampered(parts, (entry, index) => {
    if (index > 0) entry.setUint32(0x78, 60_000, true);
  });
  expect(() => readCompoundFile(bytes)).toThrow("longer than the file");
});

test("[AT-01] XML type declarations are found after any amount of preceding content", () => {
  const declared = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><x>&a;</x>';
  const much = [`<!--${"<x> ".repeat(5_000)}-->`, `<?x ${"<y> ".repeat(5_000)}?>`, " \n".repeat(5_000)];
  for (const before of ["", '<?xml version="1.0"?>', "<!--><x/>-->", ...much, much.join("")])
    expect(() => parseXml(`${before}${declared}`)).toThrow();
  const { documentElement } = parseXml("<!-- <!DOCTYPE x> --><x><![CDATA[<!DOCTYPE x>]]></x>");
  expect(documentElement.textContent).toBe("<!DOCTYPE x>");
});

test("[AT-01] an endless sector table is rejected", async () => {
  const bytes = await bytesOf({ a: Uint8Array.of(1) });
  const header = new DataView(bytes.buffer);
  header.setUint32(0x2c, 0xfffffff0, true);
  header.setUint32(0x48, 0xfffffff0, true);
  header.setUint32(0x44, 0, true);
  expect(() => readCompoundFile(bytes)).toThrow();
});

test("[AT-01] the size of a message's attachment is known without reading it", async () => {
  const content = new Uint8Array(9_000);
  const bytes = await bytesOf({
    ...mailTexts({ "0037": "Subject" }),
    "__attach_version1.0_#00000000": {
      ...mailNumbers(8, [[0x3705, 1n]]),
      ...mailTexts({ "3707": "a.bin" }),
      "__substg1.0_37010102": content,
    },
  });
  // The bytes are missing at the declared position.
  const directory = (new DataView(bytes.buffer).getUint32(0x30, true) + 1) * 512;
  for (let at = directory; at + 128 <= bytes.length; at += 128) {
    const entry = new DataView(bytes.buffer, at, 128);
    if (entry.getUint32(0x78, true) === 9_000) entry.setUint32(0x74, 0x00fffff0, true);
  }
  const [attachment] = readMessage(bytes).attachments;
  expect(attachment).toMatchObject({ name: "a.bin", size: 9_000 });
  expect(() => attachment?.content?.()).toThrow();
});

const sheetOf = (content: string) =>
  readSheet(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${content}</worksheet>`,
    () => undefined,
    [],
  );
const cells = `<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row></sheetData>`;

test("[AT-01] merged cells are limited to the visible range", () => {
  const merged = ["A1:B99999999", "ZZ1:ZZ9999999999999", "B2:XFD2"].map((ref) => `<mergeCell ref="${ref}"/>`);
  expect([...sheetOf(`${cells}<mergeCells>${merged.join("")}</mergeCells>`).spans]).toEqual([
    ["1:0", { rows: 2, columns: 2 }],
    ["2:1", { rows: 1, columns: 1 }],
  ]);
});

const row = (number: number, content: string) => `<row r="${number}">${content}</row>`;
const cell = (reference: string) => `<c r="${reference}"><v>1</v></c>`;

test("[AT-01] empty cells next to each other in a wide sheet are rendered as one", () => {
  const wide = Array.from({ length: 400 }, (_, index) =>
    row(index + 1, cell(`A${index + 1}`) + cell(`CL${index + 1}`)),
  );
  const sheet = sheetOf(
    `<sheetData>${wide.join("")}</sheetData><mergeCells><mergeCell ref="C2:D3"/></mergeCells>`,
  );
  expect([sheet.rows.length, sheet.columns, sheet.isCut]).toEqual([400, 90, false]);
  const painted = document.createElement("div");
  painted.innerHTML = renderToStaticMarkup(
    createElement(SheetTable, { label: "wide", sheet, textOf: String }),
  );
  const rows = [...painted.querySelectorAll("tbody tr")];
  expect(painted.querySelectorAll("tbody td").length).toBeLessThan(400 * 3 + 10);
  const columnsOf = (tr: Element | undefined) =>
    [...(tr?.querySelectorAll("td") ?? [])].map(({ colSpan, rowSpan }) => [colSpan, rowSpan]);
  expect(columnsOf(rows[0])).toEqual([
    [1, 1],
    [88, 1],
    [1, 1],
  ]);
  expect(columnsOf(rows[1])).toEqual([
    [1, 1],
    [1, 1],
    [2, 2],
    [85, 1],
    [1, 1],
  ]);
  expect(columnsOf(rows[2])).toEqual([
    [1, 1],
    [1, 1],
    [85, 1],
    [1, 1],
  ]);
});

test("[AT-01] the rendered part of a sheet is limited, including empty cells", () => {
  const every = Array.from({ length: 50 }, (_, index) => columnName(index * 2 + 1));
  const sheet = sheetOf(
    `<sheetData>${Array.from({ length: 250 }, (_, index) =>
      row(index + 1, every.map((column) => cell(`${column}${index + 1}`)).join("")),
    ).join("")}</sheetData>`,
  );
  expect(sheet.isCut).toBe(true);
  expect(sheet.rows.length * 101).toBeLessThan(21_000);
});

test("[AT-01] columns have widths from the first one, whatever index a sheet starts with", () => {
  const sheet = sheetOf(`<cols><col min="-9000000000000000" max="2" width="10"/></cols>${cells}`);
  expect([...sheet.widths.keys()]).toEqual([0, 1]);
});

test("[AT-01] the end of a too long sheet is found in linear time", () => {
  const { text, isCut } = firstRows(`<worksheet><sheetData>${"<row></row>".repeat(1_200_000)}`);
  expect(isCut).toBe(true);
  expect(text.endsWith("<row></row></sheetData></worksheet>")).toBe(true);
  expect(() => firstRows("x".repeat(13 * 1024 * 1024))).toThrow("tooLarge");
});

test("[AT-01] an endless number format is parsed", () => {
  expect(numberFormatOf(200, "[$".repeat(2_000_000))).toMatchObject({ code: "General", isDate: false });
});

test("[AT-01] bidirectional controls in a message's names are replaced", async () => {
  const bytes = await bytesOf({
    ...mailNumbers(32, []),
    ...mailTexts({ "0C1A": "\u202emoc.elpmaxe@ada", "5D01": "eve@example.org" }),
    "__attach_version1.0_#00000000": {
      ...mailNumbers(8, [[0x3705, 1n]]),
      ...mailTexts({ "3707": "x\u202egpj.exe" }),
    },
  });
  const { from, attachments } = readMessage(bytes);
  expect(from).toBe("\ufffdmoc.elpmaxe@ada <eve@example.org>");
  expect(attachments).toMatchObject([{ name: "x\ufffdgpj.exe" }]);
});
