import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ZipEntry, zipped } from "../../../files/zip";
import type { FileRow } from "./cell";
import { openWorkbook } from "./workbook";

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;

/** A minimal workbook; a part is given as its beginning, repeated content, and its end. */
const usual: Record<string, Part> = {
  "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="s"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": `<Relationships>${relation("s", "worksheet", "sheet.xml")}${relation("t", "styles", "styles.xml")}${relation("u", "sharedStrings", "shared.xml")}</Relationships>`,
  "xl/sheet.xml": "<worksheet><sheetData/></worksheet>",
};

type Part = string | { begin: string; each: string | ((index: number) => string); end: string };
/** Above each single limit, but fast in a test. */
const much = 3 * 1024 * 1024;

function* written(part: Part): Generator<Uint8Array> {
  if (typeof part === "string") return void (yield Buffer.from(part));
  const { begin, each, end } = part;
  yield Buffer.from(begin);
  let piece = "";
  for (let index = 0, size = 0; size < much; index += 1) {
    const one = typeof each === "string" ? each : each(index);
    size += one.length;
    piece += one;
    if (piece.length < 64 * 1024 && size < much) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  yield Buffer.from(end);
}

const archive = (parts: Record<string, Part>) =>
  buffer(
    Readable.from(
      zipped(
        (async function* entries(): AsyncGenerator<ZipEntry> {
          for (const [name, part] of Object.entries({ ...usual, ...parts })) yield [name, written(part)];
        })(),
      ),
    ),
  );

async function rowsOf(file: Buffer): Promise<FileRow[]> {
  const read = async (start: number, count: number) =>
    Readable.from([file.subarray(start, start + count)]) as never;
  const facts = { maxCells: 200, findings: { hasFormulas: false }, language: "en" } as const;
  const [sheet] = await openWorkbook(read, file.length, facts);
  const all: FileRow[] = [];
  for await (const some of sheet?.rows() ?? []) all.push(...some);
  return all;
}

const read = async (parts: Record<string, Part>) => rowsOf(await archive(parts));
const sheet = (rows: string) => ({
  "xl/sheet.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});
const cell = (each: string, begin = "<v>", end = "</v>") => ({
  "xl/sheet.xml": {
    begin: `<worksheet><sheetData><row><c t="str">${begin}`,
    each,
    end: `${end}</c></row></sheetData></worksheet>`,
  },
});
const tooLarge = { status: 400, code: "importTooLarge" };
const unreadable = { status: 400, code: "importUnreadable" };

test("[TL-09] the rows of a workbook are read, with shared texts and styles", async () => {
  const rows = await read({
    ...sheet(
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="c2" s="1"><v>45000</v></c></row><row><c><v>1</v><!-- b --></c></row>',
    ),
    "xl/shared.xml":
      "<sst><si><t>no</t></si><si><r><t>a text in </t></r><r><t>pieces &amp; more</t></r></si></sst>",
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="dd.mm.yyyy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>',
  });
  expect(rows).toEqual([
    {
      rowNumber: 2,
      cells: ["a text in pieces & more", null, { at: "2023-03-15T00:00:00.000", shown: "15.03.2023" }],
    },
    { rowNumber: 3, cells: [1] },
  ]);
});

test.each<[string, Record<string, Part>]>([
  ["elements in each other", cell("<a>")],
  ["a comment with brackets", cell("<<", "<!--", "-->")],
  ["a text that is not interpreted", cell("<<", "<![CDATA[", "]]>")],
  ["an instruction", cell("<<", "<?a ", "?>")],
  [
    "a document type",
    { "xl/sheet.xml": { begin: "<!DOCTYPE a [", each: "<!ENTITY b 'c'>", end: "]><worksheet/>" } },
  ],
  ["one name", cell("a", "<", "/>")],
  ["an attribute", cell("a", '<a b="', '"/>')],
  [
    "attributes",
    { "xl/sheet.xml": { begin: "<worksheet ", each: (index) => `a${index}="" `, end: "></worksheet>" } },
  ],
  ["a value with comments in it", cell(`${"a".repeat(1_000)}<!-- -->`)],
  ["a value in elements", cell(`${"a".repeat(1_000)}<b/>`)],
  ["values of one cell", cell(`${"a".repeat(1_000)}</v><v>`)],
  ["a formula with comments in it", cell(`${"a".repeat(1_000)}<!-- -->`, "<f>", "</f>")],
  ["texts of one cell", cell(`<t>${"a".repeat(1_000)}</t>`, "<is>", "</is>")],
  [
    "a shared text in pieces",
    {
      "xl/shared.xml": { begin: "<sst><si>", each: `<r><t>${"a".repeat(1_000)}</t></r>`, end: "</si></sst>" },
    },
  ],
  [
    "relations",
    {
      "xl/_rels/workbook.xml.rels": {
        begin: "<Relationships>",
        each: relation("", "a", "b").repeat(2_000),
        end: "</Relationships>",
      },
    },
  ],
  [
    "styles",
    {
      "xl/styles.xml": {
        begin: "<styleSheet><cellXfs>",
        each: "<xf/>",
        end: "</cellXfs></styleSheet>",
      },
    },
  ],
  [
    "formats of numbers",
    {
      "xl/styles.xml": {
        begin: "<styleSheet>",
        each: (index) => `<numFmt numFmtId="${index}"/>`,
        end: "</styleSheet>",
      },
    },
  ],
])("[TL-09] what has no end is not gathered in memory: %s", async (_, parts) => {
  await expect(read(parts)).rejects.toMatchObject({
    status: 400,
    code: expect.stringMatching(/^import(TooLarge|Unreadable)$/),
  });
});

test("[TL-09] parts beside the sheet and its texts are limited, however well they compress", async () => {
  const comments = { begin: "<a>", each: `<!--${" ".repeat(60_000)}-->`.repeat(80), end: "</a>" };
  await expect(read({ "xl/workbook.xml": comments })).rejects.toMatchObject(tooLarge);
  await expect(read({ "xl/_rels/workbook.xml.rels": comments })).rejects.toMatchObject(tooLarge);
  await expect(read({ "xl/sheet.xml": comments })).resolves.toEqual([]);
});

test("[TL-09] a long shared text makes no row that exceeds memory", async () => {
  const shared = { "xl/shared.xml": `<sst><si><t>${"a".repeat(32_767)}</t></si></sst>` };
  const cells = (count: number) => sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(count)}</row>`);
  expect((await read({ ...shared, ...cells(15) }))[0]?.cells).toHaveLength(15);
  await expect(read({ ...shared, ...cells(20) })).rejects.toMatchObject(tooLarge);
});

test("[TL-09] rows and cells that are where they cannot be are refused", async () => {
  for (const row of ["<row r='-1'/>", "<row r='1.5'/>", "<row r='1e300'/>", "<row r='2'/><row r='2'/>"])
    await expect(read(sheet(row))).rejects.toMatchObject(unreadable);
  for (const place of ["5", "$A$1", "A", "ABCDEFG1", "A".repeat(60_000)])
    await expect(read(sheet(`<row><c r="${place}"><v>1</v></c></row>`))).rejects.toMatchObject(unreadable);
  await expect(read(sheet('<row><c r="ZZZZZ1"><v>1</v></c></row>'))).rejects.toMatchObject({
    code: "importTooManyColumns",
  });
  await expect(
    read({ "xl/_rels/workbook.xml.rels": `<a>${relation("s", "worksheet", "http://[")}</a>` }),
  ).rejects.toMatchObject(unreadable);
});

test("[TL-09] entries beyond the end of a file are refused", async () => {
  const file = await archive({});
  const entry = file.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  file.writeUInt32LE(0xfffffff0, entry + 42);
  await expect(rowsOf(file)).rejects.toMatchObject({ status: 400, code: "importCut" });
});

test("[TL-09] number formats are examined in bounded time, however long or many they are", async () => {
  const styles = (format: string, count: number) => ({
    "xl/styles.xml": `<styleSheet>${`<numFmt numFmtId="1" formatCode="${format}"/>`.repeat(count)}</styleSheet>`,
  });
  for (const [length, count] of [
    [60_000, 20],
    [1_000, 4_000],
  ] as const)
    for (const sign of ["[", "m", "_", "&quot;", "[h"]) {
      const before = process.cpuUsage();
      expect(await read(styles(sign.repeat(length / sign.length), count))).toEqual([]);
      // Processor time, since other processes may slow this one down; in microseconds.
      expect(process.cpuUsage(before).user, sign).toBeLessThan(2_000_000);
    }
});

test("[TL-09] repeated content is refused, or its rows stay within limits", async () => {
  const pieces = [
    "<row>",
    "</row>",
    "<c>",
    "</c>",
    '<c t="str">',
    "<v>",
    "</v>",
    "<f>",
    "<is><t>",
    "</t></is>",
  ]
    .concat(["<!--", "-->", "<![CDATA[", "]]>", "<?a ", "?>", "&#65;", "&a;", "<", ">", "aaaa", " ", '="'])
    .map((piece) => fc.constant(piece));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...pieces), { maxLength: 4 }),
      fc.array(fc.oneof(...pieces), { minLength: 1, maxLength: 5 }),
      async (begin, each) => {
        const sheetOf = { begin: `<worksheet>${begin.join("")}`, each: each.join("").repeat(50), end: "" };
        const rows = await read({ "xl/sheet.xml": sheetOf }).catch((error) => error);
        if (!Array.isArray(rows)) return void expect(rows).toMatchObject({ status: 400 });
        for (const { cells } of rows) expect(JSON.stringify(cells).length).toBeLessThan(2_000_000);
      },
    ),
    { numRuns: 60 },
  );
});
