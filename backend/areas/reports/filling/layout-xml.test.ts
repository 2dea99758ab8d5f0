import { expect, test } from "vitest";
import { RequestError } from "../../../core/errors";
import { docx, table } from "../../../testing/docx";
import { LayoutProcess } from "./layout-process";

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const types = (main: string) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;

/** The error of parsing a layout: its rule, its part, and the detail. */
async function faultOf(file: Buffer, run = (layout: LayoutProcess): Promise<unknown> => layout.read()) {
  const layout = await LayoutProcess.begin({ tenant: "main", person: "one" }, async function* () {
    yield file;
  });
  try {
    await run(layout);
    return "taken";
  } catch (error) {
    const [fault] = error instanceof RequestError ? error.fields : [];
    if (!fault) throw error;
    const { rule, values = {} } = fault;
    return [rule, values.part, values.wrong].filter(Boolean).join(" ");
  } finally {
    layout.end();
  }
}

const main = "word/document.xml";
const run = (inner: string) => `<w:p><w:r><w:t>${inner}</w:t></w:r></w:p>`;

test.each<[string, string, string]>([
  ["tags that end across each other", "<w:p><w:r></w:p></w:r>", `layoutXml ${main} tag`],
  ["a tag without an end", "<w:p>", `layoutXml ${main} tag`],
  ["a bare ampersand", run("A & B"), `layoutXml ${main} entity`],
  ["an entity of HTML", run("a&nbsp;b"), `layoutXml ${main} entity`],
  ["a character that is none", run("&#0;"), `layoutXml ${main} entity`],
  ["an attribute twice", '<w:p w:a="1" w:a="2"/>', `layoutXml ${main} attribute`],
  ["an attribute without quotes", "<w:p w:a=1/>", `layoutXml ${main} attribute`],
  ["half an attribute", '<w:p w:a="1/>', `layoutXml ${main} attribute`],
  ["a prefix that nothing is bound to", "<v:p/>", `layoutXml ${main} prefix`],
  ["an attribute under such a prefix", '<w:p v:a="1"/>', `layoutXml ${main} prefix`],
  ["a control character", run("\u0001"), `layoutXml ${main} character`],
  ["whole XML", run("A &amp; &#66; <![CDATA[&nbsp;]]>"), "taken"],
])("[RP-03] a document with %s", async (_, body, said) => {
  expect(await faultOf(await docx(body))).toBe(said);
});

test.each<[string, Record<string, string | Uint8Array>, string]>([
  ["two roots", { "word/styles.xml": "<a/><b/>" }, "layoutXml word/styles.xml root"],
  ["a part that is no XML", { "docProps/app.xml": "text" }, "layoutXml docProps/app.xml root"],
  ["an empty part", { "word/styles.xml": "" }, "layoutXml word/styles.xml root"],
  [
    "XML of another version",
    { "word/styles.xml": '<?xml version="1.1"?><a/>' },
    "layoutXml word/styles.xml version",
  ],
  [
    "letters that are no UTF-8",
    { "word/styles.xml": Buffer.from("<a>\xe9</a>", "latin1") },
    "layoutEncoding",
  ],
  [
    "types of its own, behind much else",
    { "word/styles.xml": `<!--${"-a".repeat(2_000)}--><!DOCTYPE a><a/>` },
    "layoutEntities",
  ],
  ["a comment about types", { "word/styles.xml": "<a><!-- <!DOCTYPE a> --></a>" }, "taken"],
  ["no document", { "[Content_Types].xml": types("word/other.xml") }, "layoutXml word/other.xml missing"],
  [
    "nothing that leads to it",
    { "_rels/.rels": `<Relationships xmlns="urn:a"/>` },
    "layoutXml _rels/.rels missing",
  ],
  ["something else in its place", { [main]: "<a/>" }, `layoutXml ${main} root`],
  [
    "very many attributes",
    { "word/styles.xml": `<a ${Array.from({ length: 9_000 }, (_, at) => `a${at}=''`).join(" ")}/>` },
    "layoutEffort",
  ],
])("[RP-03] a document with %s", async (_, parts, said) => {
  expect(await faultOf(await docx("", parts))).toBe(said);
});

test("[RP-03] a document with a prefix other than Word's is reported", async () => {
  for (const [tag, bound] of [
    ["x:", "xmlns:x"],
    ["", "xmlns"],
  ] as const) {
    const text = `<${tag}document ${bound}="${word}"><${tag}body><${tag}p><${tag}r><${tag}t>{reportName}</${tag}t></${tag}r></${tag}p></${tag}body></${tag}document>`;
    expect(await faultOf(await docx("", { [main]: text }))).toBe(`layoutPrefix ${main}`);
  }
  const within = `<w:p><x:r xmlns:x="${word}"><x:t>{reportName}</x:t></x:r></w:p>`;
  expect(await faultOf(await docx(within))).toBe(`layoutPrefix ${main}`);
  const strict = `<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body/></w:document>`;
  expect(await faultOf(await docx("", { [main]: strict }))).toBe("taken");
});

test("[RP-03] filling that produces invalid XML is an error", async () => {
  const filled = (body: string) =>
    docx(body).then((file) =>
      faultOf(file, async (layout) => {
        await layout.read();
        const row = { names: [], lists: [], list: [[], [], []] };
        const report = { names: [], values: [] };
        const delimiters = { start: "{", end: "}" };
        await layout.try({ delimiters, lists: ["#rows"], data: { report, rows: row } });
      }),
    );
  expect(await filled(table(["{#rows}a", "b{/rows}"]))).toBe("taken");
  expect(
    await filled(
      "<w:p><w:r><w:t>{#rows}a</w:t></w:r><w:hyperlink><w:r><w:t>b{/rows}</w:t></w:r></w:hyperlink></w:p>",
    ),
  ).toBe(`layoutFilled ${main}`);
});
