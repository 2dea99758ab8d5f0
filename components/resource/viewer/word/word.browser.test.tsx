import { beforeEach, expect, onTestFinished, test } from "vitest";
import { showFiles } from "@/tests/component/show-viewer";
import { viewerFile, word } from "@/tests/component/viewer-files";

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: string, kind: string, target: string, more = "") =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}" ${more}/>`;

/** Prefix of all forbidden addresses. */
const place = "/called-by-a-document";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Every CSS construct that loads something, each with a distinct address. */
const loading = [
  "background: url(A)",
  'background-image: url("A")',
  "background: UR\\4c (A)",
  "background: u\\72 l('A')",
  'background: image-set("A" 1x)',
  'background: -webkit-image-set(url("A") 1x)',
  "background: -webkit-cross-fade(url(A), url(A), 50%)",
  "background: linear-gradient(red, red), url(A)",
  "--docx-x: url(A); background: var(--docx-x)",
  '--docx-x: /*"*/ url(A) /*"*/; background: var(--docx-x)',
  "--docx-x: u\\72l(A); background: var(--docx-x)",
  "background: var(--none, url(A))",
  "background: var(--none, image-set('A' 1x))",
  "border: 9px solid; border-image: url(A) 1",
  "list-style: url(A); display: list-item",
  "cursor: url(A), auto",
  "content: url(A)",
  "shape-outside: url(A); float: left",
  "mask: url(A)",
  "-webkit-mask-image: url(A)",
  "filter: url(A#x)",
  "clip-path: url(A#x)",
  "offset-path: url(A#x)",
  "& { background: url(A) }",
  "@media all { background: url(A) }",
];
const addressed = (css: string, from: string, index: number) =>
  css.replaceAll("A", `${place}/${from}/${index}`);

beforeEach(() => {
  // Test sources alone would fill the buffer.
  performance.setResourceTimingBufferSize(10_000);
  performance.clearResourceTimings();
});

/** Returns the requested addresses below the prefix, after an intentional request has arrived. */
async function requestedAddresses(): Promise<string[]> {
  const asked = `${place}/control/${crypto.randomUUID()}`;
  const control = document.createElement("div");
  control.style.cssText = `width: 9px; height: 9px; background: url(${asked})`;
  document.body.append(control);
  onTestFinished(() => control.remove());
  const found = () =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith(place));
  await expect.poll(found).toContain(asked);
  return found().filter((path) => !path.startsWith(`${place}/control/`));
}

const text = (id: string, words: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;

test("[AT-01] a Word document loads nothing by its styles, theme and numbering", async () => {
  const w = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;
  const styles = loading.map((css, index) => {
    const breakout = `red } p.docx_s${index} { ${addressed(css, "styles", index)} } x {`;
    return `<w:style w:type="paragraph" w:styleId="s${index}"><w:name w:val="s${index}"/><w:rPr><w:color w:val="${escaped(breakout)}"/></w:rPr></w:style>`;
  });
  const rules = `000}@import "${place}/import";@font-face{font-family:x;src:url(${place}/font)}@media all{p{background:url(${place}/media)}}.docx p{font-family:x;background:url(${place}/theme)}x{`;
  const level = `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${escaped(`a"; background: url(${place}/numbering); x: "`)}"/></w:lvl>`;
  const more = {
    "word/styles.xml": `<w:styles ${w}><w:style w:type="paragraph" w:styleId="plain"><w:name w:val="plain"/><w:rPr><w:color w:val="112233"/></w:rPr></w:style>${styles.join("")}</w:styles>`,
    "word/theme/theme1.xml": `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="x"><a:dk1><a:srgbClr val="${escaped(rules)}"/></a:dk1></a:clrScheme></a:themeElements></a:theme>`,
    "word/numbering.xml": `<w:numbering ${w}><w:abstractNum w:abstractNumId="1">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  };
  const numbered = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>numbered</w:t></w:r></w:p>`;
  const content = word(
    `${text("plain", "plain")}${loading.map((_, index) => text(`s${index}`, `text ${index}`)).join("")}${numbered}`,
    relation("r1", "styles", "styles.xml") +
      relation("r2", "theme", "theme/theme1.xml") +
      relation("r3", "numbering", "numbering.xml"),
    more,
  );
  const { viewer } = await showFiles([viewerFile("a.docx", "Document", content)]);
  await expect.element(viewer.getByText("text 0", { exact: true })).toBeVisible();
  const colour = getComputedStyle(viewer.getByText("plain", { exact: true }).element()).color;
  expect(colour).toBe("rgb(17, 34, 51)");
  expect(await requestedAddresses()).toEqual([]);
});

test("[AT-01] a Word document loads nothing by its drawings and pictures, and keeps merged cells", async () => {
  const v = `xmlns:v="urn:schemas-microsoft-com:vml"`;
  const drawings = loading.map(
    (css, index) =>
      `<w:r><w:pict ${v}><v:rect style="${escaped(`width:40px;height:40px;${addressed(css, "drawing", index)}`)}" fillcolor="${escaped(`url(${place}/fill/${index}#x)`)}"><v:stroke color="url(${place}/stroke/${index}#x)"/></v:rect></w:pict></w:r>`,
  );
  const picture = `<w:r><w:pict ${v}><v:rect><v:imagedata r:id="r1"/></v:rect></w:pict></w:r>`;
  const inline = `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="r1" r:link="r1"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const cell = (words: string, more = "") =>
    `<w:tc><w:tcPr>${more}</w:tcPr><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:tc>`;
  const table = `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr>${cell("wide", '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell("left")}${cell("right")}</w:tr></w:tbl>`;
  const content = word(
    `<w:p>${drawings.join("")}${picture}${inline}</w:p>${table}`,
    relation("r1", "image", `${location.origin}${place}/picture`, 'TargetMode="External"'),
  );
  const { viewer } = await showFiles([viewerFile("a.docx", "Document", content)]);
  await expect.element(viewer.getByText("wide", { exact: true })).toBeVisible();
  expect(viewer.getByText("wide", { exact: true }).element().closest("td")?.colSpan).toBe(2);
  expect(await requestedAddresses()).toEqual([]);
});
