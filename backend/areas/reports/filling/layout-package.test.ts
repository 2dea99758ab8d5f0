import { expect, test } from "vitest";
import { docx, paragraph } from "../../../testing/docx";
import { inspect } from "./layout-inspection.mjs";
import { unpack, withoutOrigins } from "./layout-package.mjs";

const namespace = "http://schemas.openxmlformats.org";
const rels = "word/_rels/document.xml.rels";
const relation = (type: string, target: string, mode = ' TargetMode="External"') =>
  `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id='a' Type='${namespace}/officeDocument/2006/relationships/${type}' Target="${target}"${mode}/></Relationships>`;

const link = relation("hyperlink", "http://a.example/x.png");
const vml = `xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`;
const drawingml = `xmlns:a="${namespace}/drawingml/2006/main"`;
const strict = "http://purl.oclc.org/ooxml/officeDocument/relationships";

const ruleOf = (file: Buffer) => {
  try {
    inspect(withoutOrigins(unpack(file)));
    return "taken";
  } catch (error) {
    return (error as { rule?: string }).rule ?? error;
  }
};
const changed = async (change: (file: Buffer) => void) => {
  const file = await docx(paragraph("a"));
  change(file);
  return file;
};

test.each<[string, () => Promise<Buffer>, string]>([
  ["a document", () => docx(paragraph("a")), "taken"],
  ["macros", () => docx("", { "word/vbaProject.bin": "x" }), "layoutPrograms"],
  ["embedded programs", () => docx("", { "word/embeddings/oleObject1.bin": "x" }), "layoutPrograms"],
  ["a package within it", () => docx("", { [rels]: relation("package", "x.xlsx", "") }), "layoutPrograms"],
  [
    "a picture from elsewhere",
    () => docx("", { [rels]: relation("image", "http://a.example/x.png") }),
    "layoutExternal",
  ],
  [
    "a template from elsewhere",
    () => docx("", { [rels]: relation("attachedTemplate", "file:///c:/x.dotm") }),
    "taken",
  ],
  [
    "the data of a chart",
    async () =>
      docx("", {
        "word/embeddings/a.xlsx": await docx(""),
        [rels]: relation("package", "embeddings/a.xlsx", ""),
      }),
    "taken",
  ],
  [
    "macros in the data of a chart",
    async () => docx("", { "word/embeddings/a.xlsx": await docx("", { "xl/vbaProject.bin": "x" }) }),
    "layoutPrograms",
  ],
  [
    "a file within a file within it",
    async () =>
      docx("", { "word/embeddings/a.docx": await docx("", { "word/embeddings/b.docx": await docx("") }) }),
    "layoutPrograms",
  ],
  ["a program called a workbook", () => docx("", { "word/embeddings/a.xlsx": "MZ" }), "layoutBroken"],
  ["a password", async () => Buffer.from("\xd0\xcf\x11\xe0 EncryptedPackage", "utf16le"), "layoutProtected"],
  ["a link", () => docx("", { [rels]: relation("hyperlink", "https://a.example/") }), "taken"],
  [
    "a field that fetches",
    () => docx("<w:p><w:r><w:instrText>INCLUDETEXT x</w:instrText></w:r></w:p>"),
    "layoutExternal",
  ],
  [
    "a command",
    () => docx('<w:p><w:fldSimple w:instr=" DDEAUTO cmd "></w:fldSimple></w:p>'),
    "layoutExternal",
  ],
  ["a page number", () => docx("<w:p><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"), "taken"],
  [
    "a field in other quotes",
    () => docx("<w:p><w:fldSimple w:instr=' INCLUDEPICTURE http://a.example/x '/></w:p>"),
    "layoutExternal",
  ],
  [
    "a field in pieces",
    () =>
      docx(
        "<w:p><w:r><w:instrText>INCLUDE</w:instrText></w:r><w:r><w:instrText>TEXT x</w:instrText></w:r></w:p>",
      ),
    "layoutExternal",
  ],
  [
    "a field in character references",
    () => docx("<w:p><w:r><w:instrText> &#68;DE&#x41;UTO cmd</w:instrText></w:r></w:p>"),
    "layoutExternal",
  ],
  [
    "a field under another prefix",
    () => docx(`<x:p xmlns:x="urn:x"><x:instrText> DDEAUTO cmd</x:instrText></x:p>`),
    "layoutExternal",
  ],
  [
    "an address and a name with words that fields begin with",
    () =>
      docx(
        `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://a.example/link/import" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple w:instr=" MERGEFIELD Database "/></w:p>`,
      ),
    "taken",
  ],
  [
    "a field that fetches, behind another",
    () =>
      docx(
        `<w:p><w:fldSimple w:instr=" PAGE "/><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> LINK Excel.Sheet x</w:instrText></w:r></w:p>`,
      ),
    "layoutExternal",
  ],
  [
    "words that fields begin with, in others",
    () =>
      docx(
        "<w:p><w:r><w:instrText> PAGE </w:instrText></w:r></w:p><w:p><w:r><w:t>LINK DDE</w:t></w:r></w:p>",
      ),
    "taken",
  ],
  [
    "a target in character references",
    () => docx("", { [rels]: relation("image", "http://a.example/x.png", ' TargetMode="Exter&#110;al"') }),
    "layoutExternal",
  ],
  [
    "a kind in character references",
    () => docx("", { [rels]: relation("packag&#x65;", "x.xlsx", "") }),
    "layoutPrograms",
  ],
  [
    "relationships under a prefix",
    () =>
      docx("", {
        [rels]: relation("image", "http://a.example/x.png")
          .replace("<Relationships xmlns=", "<r:Relationships xmlns:r=")
          .replace("</Relationships", "</r:Relationships")
          .replace("<Relationship Id", "<r:Relationship Id"),
      }),
    "layoutExternal",
  ],
  [
    "relationships in capitals",
    () => docx("", { [rels.toUpperCase()]: relation("image", "http://a.example/x.png") }),
    "layoutExternal",
  ],
  [
    "a part twice",
    () => docx("", { "word/settings.xml": "<x/>", "word/SETTINGS.xml": "<x/>" }),
    "layoutBroken",
  ],
  [
    "XML under another extension",
    () => docx("", { "word/header.bin": '\ufeff <!DOCTYPE x [<!ENTITY a "aa">]><x>&a;</x>' }),
    "layoutEntities",
  ],
  [
    "another encoding",
    () => docx("", { "word/settings.xml": '<?xml version="1.0" encoding="UTF-7"?><x/>' }),
    "layoutEncoding",
  ],
  ["HTML within it", () => docx('<w:altChunk r:id="a"/>'), "layoutExternal"],
  [
    "entities",
    () => docx("", { "word/settings.xml": '<!DOCTYPE x [<!ENTITY a "aa">]><x>&a;</x>' }),
    "layoutEntities",
  ],
  ["UTF-16", () => docx("", { "word/settings.xml": Buffer.from("\ufeff<x/>", "utf16le") }), "layoutEncoding"],
  ["deep nesting", () => docx("<w:sdt>".repeat(300) + "</w:sdt>".repeat(300)), "layoutNesting"],
  ["half the XML", () => docx("<w:p>"), "layoutXml"],
  [
    "too many parts",
    () =>
      changed((file) => file.writeUInt16LE(4_001, file.lastIndexOf("PK\x05\x06", undefined, "latin1") + 10)),
    "layoutUnpacked",
  ],
  ["a bomb", () => docx("", { "word/bomb.xml": Buffer.alloc(30_000_000, 32) }), "layoutUnpacked"],
  ["another archive", () => docx("", { "[Content_Types].xml": "<Types/>" }), "layoutBroken"],
  [
    "a secret",
    () => changed((file) => file.writeUInt16LE(1, file.lastIndexOf("PK\x01\x02", undefined, "latin1") + 8)),
    "layoutProtected",
  ],
  [
    "a lying size",
    () =>
      changed((file) =>
        file.writeUInt32LE(0xffffff, file.lastIndexOf("PK\x01\x02", undefined, "latin1") + 20),
      ),
    "layoutBroken",
  ],
  ["a text", async () => Buffer.from("a text"), "layoutBroken"],
])("[RP-03] %s", async (_, make, rule) => {
  expect(ruleOf(await make())).toBe(rule);
});

test("[RP-03] a document's template and the data source of a mail merge are removed", async () => {
  const [template, merge] = ["attachedTemplate", "mailMergeSource"].map((type) =>
    relation(type, "file:///c:/x").replace(/^<[^>]*>|<[^>]*>$/g, ""),
  );
  const open = `<Relationships xmlns="${namespace}/package/2006/relationships">`;
  const kept = relation("hyperlink", "https://a.example/").slice(open.length);
  const settings = (inner: string) =>
    `<w:settings xmlns:w="urn:w" xmlns:r="urn:r">${inner}<w:zoom w:percent="100"/></w:settings>`;
  const file = await docx("", {
    "word/_rels/settings.xml.rels": `${open}${template}${merge?.replace("/>", "></Relationship>")}${kept}`,
    "word/settings.xml": settings(
      '<w:attachedTemplate r:id="a"/><w:mailMerge><w:query w:val="x"/><w:dataSource r:id="a"/></w:mailMerge>',
    ),
  });
  const parts = unpack(file);
  const left = withoutOrigins(parts);
  expect(inspect(left)).toEqual(["https://a.example/"]);
  expect(left.get("word/settings.xml")?.toString()).toBe(settings(""));
  expect(left.get("word/_rels/settings.xml.rels")?.toString()).toBe(`${open}${kept}`);
  expect([...left.keys()]).toEqual([...parts.keys()]);
});

test.each<[string, string, string?]>([
  ["a link of a text", '<w:p><w:hyperlink r:id="a"><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>', "taken"],
  [
    "a link of a drawing",
    `<w:p ${drawingml}><a:hlinkClick r:id="a"/><a:hlinkHover r:id="a"/></w:p>`,
    "taken",
  ],
  ["a link and the name of a bookmark", '<w:hyperlink r:id="a"/><w:bookmarkStart w:name="a"/>', "taken"],
  ["a linked picture", `<w:p ${drawingml}><a:blip r:link="a"/></w:p>`],
  ["an embedded picture", `<w:p ${drawingml}><a:blip r:embed="a"/></w:p>`],
  ["a picture beside a link", `<w:p ${drawingml}><w:hyperlink r:id="a"/><a:blip r:link="a"/></w:p>`],
  ["a picture under another prefix", `<w:p ${drawingml}><a:blip xmlns:q="${strict}" q:link=" a "/></w:p>`],
  ["a drawing as SVG", `<w:p xmlns:s="http://x.example/2016/SVG/main"><s:svgBlip r:link="a"/></w:p>`],
  ["a picture of VML", `<w:p ${vml}><v:imagedata r:id="a"/></w:p>`],
  ["a picture of VML, as Office names it", `<w:p ${vml}><v:imagedata o:relid="a"/></w:p>`],
  ["a picture of VML by its origin", `<w:p ${vml}><v:imagedata r:href="a"/></w:p>`],
  ["the fill of a shape", `<w:p ${vml}><v:fill o:relid="a"/></w:p>`],
  ["the pattern of a line", `<w:p ${vml}><v:stroke r:id="a"/></w:p>`],
  ["a film", `<w:p ${drawingml}><a:videoFile r:link="a"/></w:p>`],
  ["a sound of a link", `<w:p ${drawingml}><a:hlinkClick r:id=""><a:snd r:embed="a"/></a:hlinkClick></w:p>`],
  ["another object", `<w:p ${vml}><o:OLEObject Type="Link" r:id="a"/></w:p>`],
  ["a header", '<w:sectPr><w:headerReference w:type="default" r:id="a"/></w:sectPr>'],
  [
    "the data of a chart",
    `<w:p xmlns:c="${namespace}/drawingml/2006/chart"><c:externalData r:id="a"/></w:p>`,
  ],
  ["what calls itself a link", '<x:hyperlink xmlns:x="urn:x" r:id="a"/>'],
  ["a link by another attribute", '<w:hyperlink r:id="" r:pict="a"/>'],
])(
  "[RP-03] %s decides what a relationship is, which calls itself a link",
  async (_, body, rule = "layoutExternal") => {
    expect(ruleOf(await docx(body, { [rels]: link }))).toBe(rule);
  },
);

test.each<[string, () => Promise<Buffer>]>([
  ["in a header", () => docx("", { "word/header1.xml": blip, "word/_rels/header1.xml.rels": link })],
  ["in a diagram", () => docx("", { "word/Diagrams/a.xml": blip, "word/diagrams/_rels/A.xml.rels": link })],
  ["under an encoded name", () => docx("", { "word/a b.xml": blip, "word/_rels/a%20b.xml.rels": link })],
  [
    "under the name of a font",
    () => docx("", { "[Content_Types].xml": typed, "word/a.odttf": blip, "word/_rels/a.odttf.rels": link }),
  ],
  [
    "that is said to lie within",
    () =>
      docx(`<w:p ${drawingml}><a:blip r:link="a"/></w:p>`, {
        [rels]: relation("hyperlink", "http://a.example/x.png", ""),
      }),
  ],
  [
    "of another host that is said to lie within",
    () => docx("", { [rels]: relation("image", "//a.example/x.png", "") }),
  ],
  ["by its address alone", () => docx(`<w:p ${vml}><v:imagedata src="http://a.example/x.png"/></w:p>`)],
  ["by the address of its origin", () => docx(`<w:p ${vml}><v:fill o:href="\\\\a.example\\x.png"/></w:p>`)],
])("[RP-03] a picture from elsewhere %s is refused", async (_, make) => {
  expect(ruleOf(await make())).toBe("layoutExternal");
});

const blip = `<x:p xmlns:x="urn:x" ${drawingml} xmlns:r="${namespace}/officeDocument/2006/relationships"><a:blip r:link="a"/></x:p>`;
const typed = `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
