import { expect, test } from "vitest";
import { docx, paragraph, table } from "../../../testing/docx";
import { fill } from "./layout-filling.mjs";
import { inspect, inspectFilled } from "./layout-inspection.mjs";
import { checkFilled } from "./layout-outcome.mjs";
import { unpack } from "./layout-package.mjs";
import { paragraphsOf } from "./layout-paragraphs.mjs";

const office = "application/vnd.openxmlformats-officedocument";
const word = `${office}.wordprocessingml`;
const schemas = "http://schemas.openxmlformats.org";
const namespaces = `xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:a="${schemas}/drawingml/2006/main" xmlns:m="${schemas}/officeDocument/2006/math" xmlns:c="${schemas}/drawingml/2006/chart" xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing" xmlns:w14="urn:w14"`;
const packages = `${schemas}/package/2006`;

/** A part's name, type and content. */
type Part = readonly [name: string, type: string, xml: string];

const typesWith = (parts: readonly Part[], xml = "application/xml", main = true) =>
  `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${xml}"/>${main ? `<Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/>` : ""}${parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}+xml"/>`).join("")}</Types>`;

const layoutOf = async (body: string, ...parts: Part[]) => {
  const root = `<w:document ${namespaces}><w:body>${body}<w:sectPr/></w:body></w:document>`;
  const file = await docx("", {
    "[Content_Types].xml": typesWith(parts),
    "word/document.xml": root,
    ...Object.fromEntries(parts.map(([name, , xml]) => [name, xml])),
  });
  return unpack(file);
};

interface Filling {
  text?: string;
  names?: string[];
  hasLogo?: boolean;
  most?: number;
}

const logo = { png: Buffer.from("png"), width: 40, height: 20 };
const filledWith = (layout: Map<string, Buffer>, { text = "", names = [], hasLogo, most }: Filling) => {
  const rows = { names: ["name"], lists: [], list: names.map((name) => [name]) };
  const report = { names: ["text"], values: [text] };
  const zip = fill(layout, {
    delimiters: { start: "{", end: "}" },
    lists: ["#rows"],
    data: { report, rows },
    most,
    logo: hasLogo ? logo : undefined,
  });
  return unpack(zip.generate({ type: "nodebuffer" }));
};
const textIn = (parts: Map<string, Buffer>, name = "word/document.xml") =>
  parts
    .get(name)
    ?.toString()
    .replace(/^<\?xml[^>]*\?>/, "") ?? "";
const within = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}[ >].*?</${element}>`, "gs"))].map(([found]) => found);

const run = '<w:t xml:space="preserve">';
const drawn = `<x ${namespaces}><a:p><a:r><a:rPr b="1"><a:ln/></a:rPr><a:t>{text}</a:t></a:r><a:fld><a:rPr/><a:t>{text}</a:t></a:fld></a:p></x>`;
const format = '<a:rPr b="1"><a:ln/></a:rPr>';
const drawnText = `<a:p><a:r>${format}<a:t>A &amp; B</a:t></a:r><a:br>${format}</a:br><a:r>${format}<a:t>&lt;C&gt;\tD</a:t></a:r><a:fld><a:rPr/><a:t>A &amp; B &lt;C&gt; D</a:t></a:fld></a:p>`;

test.each<[string, string, string, string]>([
  ["word/header1.xml", `${word}.header`, "w:hdr", "w:p"],
  ["word/footer1.xml", `${word}.footer`, "w:ftr", "w:p"],
  ["word/footnotes.xml", `${word}.footnotes`, "w:footnotes", "w:p"],
  ["word/endnotes.xml", `${word}.endnotes`, "w:endnotes", "w:p"],
  ["word/comments.xml", `${word}.comments`, "w:comments", "w:p"],
  ["word/charts/chart1.xml", `${office}.drawingml.chart`, "x", "a:p"],
  ["word/charts/chartEx1.xml", "application/vnd.ms-office.chartex", "x", "a:p"],
  ["word/drawings/drawing1.xml", `${office}.drawingml.chartshapes`, "x", "a:p"],
  ["word/diagrams/data1.xml", `${office}.drawingml.diagramData`, "x", "a:p"],
  ["word/diagrams/drawing1.xml", "application/vnd.ms-office.drawingml.diagramDrawing", "x", "a:p"],
])(
  "[RP-02] a line break and a tab are written in %s as it can hold them",
  async (name, type, root, element) => {
    const xml = element === "a:p" ? drawn : `<${root} ${namespaces}>${paragraph("{text}")}</${root}>`;
    const layout = await layoutOf(paragraph("a"), [name, type, xml]);
    expect(paragraphsOf(layout)).toMatchObject([{ text: expect.stringContaining("{text}") }]);
    const [made] = within(textIn(filledWith(layout, { text: "A & B\n<C>\tD" }), name), element);
    expect(made).toBe(
      element === "a:p"
        ? drawnText
        : `<w:p><w:r>${run}A &amp; B</w:t><w:br/>${run}&lt;C&gt;</w:t><w:tab/>${run}D</w:t></w:r></w:p>`,
    );
  },
);

test("[RP-02] a line break in a formula, the name of a series and a title is a space", async () => {
  const formula = "<w:p><m:oMath><m:r><m:t>{text}</m:t></m:r></m:oMath></w:p>";
  const series = `<x ${namespaces}><c:strCache><c:pt><c:v>{text}</c:v></c:pt></c:strCache></x>`;
  const layout = await layoutOf(
    formula,
    ["word/charts/chart1.xml", `${office}.drawingml.chart`, series],
    [
      "docProps/core.xml",
      "application/vnd.openxmlformats-package.core-properties",
      '<x xmlns:dc="urn:dc"><dc:title>{text}</dc:title></x>',
    ],
    [
      "customXml/item1.xml",
      "application/xml",
      '<CoverPageProperties xmlns="http://schemas.microsoft.com/office/2006/coverPageProps"><Abstract>{text}</Abstract></CoverPageProperties>',
    ],
  );
  expect(paragraphsOf(layout)).toHaveLength(4);
  const made = filledWith(layout, { text: "1\n\n2" });
  expect(within(textIn(made), "m:t")).toEqual(["<m:t>1 2</m:t>"]);
  expect(within(textIn(made, "word/charts/chart1.xml"), "c:v")).toEqual(["<c:v>1 2</c:v>"]);
  expect(textIn(made, "docProps/core.xml")).toContain("<dc:title>1 2<");
  expect(textIn(made, "customXml/item1.xml")).toContain("<Abstract>1 2<");
});

test.each<[string, string, Record<string, string>]>([
  ["its extension", typesWith([], `${word}.document.main+xml`, false), {}],
  [
    "its extension, as everything else is",
    typesWith([], `${word}.document.main+xml`, false),
    { "word/styles.xml": "<x/>" },
  ],
  ["a template's extension", typesWith([], `${word}.template.main+xml`, false), {}],
  [
    "its extension, in other letters and under a prefix",
    typesWith([], `${word}.document.main+xml`, false)
      .replace(/<(\/?)(?=[A-Z])/g, "<$1t:")
      .replace("xmlns=", "xmlns:t=")
      .replace('"xml"', '"XML"'),
    {},
  ],
  ["its name in other letters", typesWith([]).replace("/word/document.xml", "/Word/Document.xml"), {}],
])("[RP-03] a document is taken that is known by %s", async (_, types, parts) => {
  const file = await docx(paragraph("{text} {#rows}{name} {/rows}"), {
    "[Content_Types].xml": types,
    ...parts,
  });
  const layout = unpack(file);
  expect(inspect(layout)).toEqual([]);
  const made = filledWith(layout, { text: "a", names: ["Ann", "Bob"], hasLogo: true });
  inspectFilled(made, layout);
  expect(textIn(made)).toContain("a Ann Bob ");
  expect(made.get("word/styles.xml")?.toString()).toBe(parts["word/styles.xml"]);
});

test("[RP-03] building blocks stay unchanged, although they have the type of documents", async () => {
  const glossary = `<w:glossaryDocument ${namespaces}>${paragraph("{text} {")}</w:glossaryDocument>`;
  const layout = await layoutOf(paragraph("{text}"), [
    "word/glossary/document.xml",
    `${word}.document.glossary`,
    glossary,
  ]);
  expect(paragraphsOf(layout)).toHaveLength(1);
  expect(textIn(filledWith(layout, { text: "a" }), "word/glossary/document.xml")).toBe(glossary);
});

test("[RP-03] a filled document can be a layout: relationships, pictures and drawings have unique ids", async () => {
  const header: Part = [
    "word/header1.xml",
    `${word}.header`,
    `<w:hdr ${namespaces}>${paragraph("{%organisation.logo}")}</w:hdr>`,
  ];
  const first = await layoutOf(paragraph("{#rows}{%organisation.logo}{/rows}"), header);
  const once = filledWith(first, { names: ["Ann", "Bob"], hasLogo: true });
  const again = textIn(once).replace("<w:sectPr", `${paragraph("{%organisation.logo}")}<w:sectPr`);
  const twice = filledWith(new Map([...once, ["word/document.xml", Buffer.from(again)]]), { hasLogo: true });
  inspectFilled(twice, once);
  const relations = textIn(twice, "word/_rels/document.xml.rels");
  const ids = [...relations.matchAll(/ Id="(\w+)"/g)].map(([, id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  const targets = [...relations.matchAll(/Target="([^"]+)"/g)].map(([, target]) => `word/${target}`);
  expect(targets.every((target) => twice.has(target))).toBe(true);
  expect(new Set(targets).size).toBe(2);
  const drawings = [...twice.values()].flatMap((xml) => [
    ...xml.toString().matchAll(/<wp:docPr id="(\d+)"/g),
  ]);
  expect([drawings.length, new Set(drawings.map(([, id]) => id)).size]).toEqual([4, 4]);
});

const mark = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const noteOf = (kind: string, id: number, text: string, more = "") =>
  `<w:${kind} w:id="${id}"${more}>${paragraph(text).replace("<w:p>", '<w:p w14:paraId="1A">')}</w:${kind}>`;

test.each(["footnote", "endnote", "comment"])(
  "[RP-02] a %s in a repeated row is repeated and filled with each row",
  async (kind) => {
    const notes: Part = [
      `word/${kind}s.xml`,
      `${word}.${kind}s`,
      `<w:${kind}s ${namespaces}>${noteOf(kind, 0, "-", ' w:type="separator"')}${noteOf(kind, 2, "of {name}")}${noteOf(kind, 3, "of {text}")}${noteOf(kind, 4, "{text}")}</w:${kind}s>`,
    ];
    const range = (edge: string) => `<w:commentRange${edge} w:id="2"/>`;
    const layout = await layoutOf(
      `<w:p><w:r><w:t>{#rows}{name}</w:t></w:r>${range("Start")}${mark(kind, 2)}${range("End")}<w:r><w:t>{/rows}</w:t></w:r></w:p><w:p>${mark(kind, 3)}</w:p>`,
      notes,
    );
    // The note is read within the rows.
    expect(paragraphsOf(layout).map(({ part, paragraph, text }) => [part, paragraph, text])).toEqual([
      ["document", 1, "{#rows}{name}"],
      [`${kind}s`, 2, "of {name}"],
      ["document", 1, "{/rows}"],
      [`${kind}s`, 3, "of {text}"],
      [`${kind}s`, 4, "{text}"],
    ]);
    const made = filledWith(layout, { text: "all", names: ["Ann", "Bob", "Cy"] });
    inspectFilled(made, layout);
    const marks = [...textIn(made).matchAll(/Reference w:id="(\d+)"/g)].map(([, id]) => id);
    expect(marks).toEqual(["2", "5", "6", "3"]);
    const own = within(textIn(made, `word/${kind}s.xml`), `w:${kind}`);
    const said = own.map((xml) => [/w:id="(\d+)"/.exec(xml)?.[1], xml.replace(/<[^>]+>/g, "")]);
    expect(said).toEqual([
      ["0", "-"],
      ["4", "all"],
      ["2", "of Ann"],
      ["5", "of Bob"],
      ["6", "of Cy"],
      ["3", "of all"],
    ]);
    // Repeated paragraphs do not repeat their ids.
    expect(textIn(made, `word/${kind}s.xml`).match(/paraId/g)).toHaveLength(4);
    if (kind === "comment") expect(textIn(made).match(/RangeStart w:id="[256]"/g)).toHaveLength(3);
    const none = filledWith(layout, { names: [] });
    inspectFilled(none, layout);
    expect(within(textIn(none, `word/${kind}s.xml`), `w:${kind}`)).toHaveLength(3);
  },
);

test("[RP-02] repeated content gets unique ids; cells, headers and text boxes end with a paragraph", async () => {
  const control = `<w:sdt><w:sdtPr><w:id w:val="12"/></w:sdtPr><w:sdtContent><w:p w14:paraId="2B"><w:r><w:t>{name}</w:t></w:r></w:p></w:sdtContent></w:sdt>`;
  const marked = `<w:p><w:bookmarkStart w:id="7" w:name="here"/><w:r><w:t>x</w:t></w:r><w:bookmarkEnd w:id="7"/></w:p>`;
  const list = paragraph("{#rows}") + control + marked + paragraph("{/rows}");
  const cell = `<w:tbl><w:tr><w:tc><w:tcPr/>${table(["a"])}${paragraph("{#rows}")}${paragraph("{/rows}")}</w:tc></w:tr></w:tbl>`;
  const box = `<w:p><w:r><w:pict><w:txbxContent>${paragraph("{#rows}")}${paragraph("{/rows}")}</w:txbxContent></w:pict></w:r></w:p>`;
  const layout = await layoutOf(list + cell + box, [
    "word/header1.xml",
    `${word}.header`,
    `<w:hdr ${namespaces}>${paragraph("{#rows}")}${paragraph("{/rows}")}</w:hdr>`,
  ]);
  const made = filledWith(layout, { names: ["Ann", "Bob"] });
  const text = textIn(made);
  expect(text).not.toMatch(/paraId|<w:id /);
  expect([...text.matchAll(/bookmarkStart w:id="(\d+)" w:name="(\w+)"/g)].map(([, ...own]) => own)).toEqual([
    ["7", "here"],
    ["8", "here_2"],
  ]);
  expect([...text.matchAll(/bookmarkEnd w:id="(\d+)"/g)].map(([, id]) => id)).toEqual(["7", "8"]);
  expect(text).toContain("</w:tbl><w:p/></w:tc>");
  expect(text).toContain("<w:txbxContent><w:p/></w:txbxContent>");
  expect(textIn(made, "word/header1.xml")).toContain("<w:p/></w:hdr>");
});

test("[RP-03] a picture in a formula or a chart is refused, and so is an unopenable result", async () => {
  const formula = "<w:p><m:oMath><m:r><m:t>{%organisation.logo}</m:t></m:r></m:oMath></w:p>";
  const layout = await layoutOf(formula);
  expect(() => filledWith(layout, { hasLogo: true })).toThrow("layoutFilled");
  for (const wrong of [
    "<w:p><w:r><w:t>a<w:br/></w:t></w:r></w:p>",
    "<w:p><w:p/></w:p>",
    "<w:p><w:r><w:r/></w:r></w:p>",
    "<w:p><a:br/></w:p>",
    "<w:p>",
    "</w:p>",
    "<w:p",
    '<w:p w:a="<">',
    "<!-- ",
  ])
    expect(() => checkFilled("a", `<x ${namespaces}>${wrong}</x>`)).toThrow("layoutFilled");
  const whole = `<?xml version="1.0"?><!-- <x> --><x a=">/" b='>"'>\n<w:p\n><w:r ><w:t><![CDATA[<x>]]></w:t></w:r ></w:p><y/></x>`;
  expect(checkFilled("a", whole)).toBeUndefined();
});

test("[RP-02] the length calculated before filling includes line breaks and notes", async () => {
  const breaks = { names: ["\n".repeat(100)], most: 3_000 };
  const layout = await layoutOf(paragraph("{#rows}{name}{/rows}"));
  expect(() => filledWith(layout, breaks)).toThrow("layoutEffort");
  expect(textIn(filledWith(layout, { ...breaks, most: 6_000 }))).toContain("<w:br/>");
  const notes: Part = [
    "word/footnotes.xml",
    `${word}.footnotes`,
    `<w:footnotes ${namespaces}>${noteOf("footnote", 2, "x".repeat(100_000))}</w:footnotes>`,
  ];
  const noted = await layoutOf(
    `<w:p><w:r><w:t>{#rows}</w:t></w:r>${mark("footnote", 2)}<w:r><w:t>{/rows}</w:t></w:r></w:p>`,
    notes,
  );
  const names = Array.from({ length: 50 }, () => "Ann");
  expect(() => filledWith(noted, { names, most: 3_000_000 })).toThrow("layoutEffort");
  const flood = await layoutOf(`<w:p>${mark("footnote", 2).repeat(300)}</w:p>`, notes);
  expect(() => paragraphsOf(flood)).toThrow("layoutEffort");
});
