import { expect, test } from "vitest";
import { docx, paragraph } from "../testing/docx";
import { inspect } from "./layout-inspection.mjs";
import { unpack, withoutOrigins } from "./layout-package.mjs";

const namespace = "http://schemas.openxmlformats.org";
const rels = "word/_rels/document.xml.rels";
const relation = (type: string, target: string, mode = ' TargetMode="External"') =>
  `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id='a' Type='${namespace}/officeDocument/2006/relationships/${type}' Target="${target}"${mode}/></Relationships>`;

const ruleOf = (file: Buffer) => {
  try {
    inspect(unpack(file));
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

test("[RP-03] the template that a document was made from, and the data of a mail merge, are left out", async () => {
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
  expect(inspect(parts)).toEqual(["https://a.example/"]);
  const left = withoutOrigins(parts);
  expect(left.get("word/settings.xml")?.toString()).toBe(settings(""));
  expect(left.get("word/_rels/settings.xml.rels")?.toString()).toBe(`${open}${kept}`);
  expect([...left.keys()]).toEqual([...parts.keys()]);
});
