import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { press } from "@/tests/component/actions";
import { compoundFile } from "@/tests/component/mail-file";
import { showFiles } from "@/tests/component/show-viewer";
import { expectAccessible } from "@/tests/component/sound";
import { archive, pdf, viewerFile, word, workbook } from "@/tests/component/viewer-files";

const pages = (count: number) => Array.from({ length: count }, (_, index) => `Page number ${index + 1}`);

test("[AT-01] a PDF renders visible pages, with selectable text and a page field", async () => {
  const { viewer } = await showFiles([viewerFile("a.pdf", "Document", pdf(pages(30)))]);
  await expect.element(viewer.getByText("Page number 1", { exact: true })).toBeInTheDocument();
  const drawn = () =>
    [...document.querySelectorAll<HTMLCanvasElement>(".pdf-page canvas")].filter(({ width }) => width > 300)
      .length;
  await expect.poll(drawn).toBeGreaterThan(0);
  expect(drawn()).toBeLessThan(6);
  const text = viewer.getByText("Page number 1", { exact: true }).element();
  getSelection()?.selectAllChildren(text);
  expect(String(getSelection())).toBe("Page number 1");
  const box = viewer.getByRole("textbox", { name: "Page" });
  await box.fill("20");
  await userEvent.keyboard("{Enter}");
  await expect.element(viewer.getByText("Page number 20", { exact: true })).toBeInTheDocument();
  await expect.element(box).toHaveValue("20");
  // Distant pages have released their canvas.
  await expect.poll(() => document.querySelector<HTMLCanvasElement>("[data-page='1'] canvas")?.width).toBe(0);
  expect(drawn()).toBeLessThan(6);
  await expectAccessible("a document");
});

test("[AT-01] files that need a converter are shown as its PDF", async () => {
  const made = viewerFile("made.pdf", "Document", pdf(["First slide"]));
  const file = viewerFile("slides.pptx", "Document", "not read here");
  const addresses = { ...file.addresses, pdf: made.addresses.stream };
  const { viewer } = await showFiles([{ ...file, addresses }]);
  await expect.element(viewer.getByText("First slide")).toBeInTheDocument();
});

test("[AT-01] a PDF is searched, zoomed and rotated", async () => {
  const { viewer } = await showFiles([viewerFile("a.pdf", "Document", pdf(pages(12)))]);
  await expect.element(viewer.getByText("Page number 1", { exact: true })).toBeInTheDocument();
  await press("/");
  await viewer.getByRole("searchbox", { name: "Search in the document" }).fill("NUMBER 1");
  await expect.element(viewer.getByText("1 of 4")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(viewer.getByText("2 of 4")).toBeVisible();
  await expect.element(viewer.getByText("Page number 10", { exact: true })).toBeInTheDocument();
  await expect
    .poll(() => [...(CSS.highlights.get("viewer-current") ?? [])].map(String))
    .toEqual(["number 1"]);
  await expectAccessible("a search");
  await userEvent.keyboard("{Escape}");
  await expect.element(viewer).toBeVisible();
  await expect.element(viewer.getByRole("searchbox")).not.toBeInTheDocument();
  const box = () => document.querySelector("[data-page='1']")?.getBoundingClientRect() ?? new DOMRect();
  const { width, height } = box();
  await press("+");
  await expect.poll(() => box().width / width).toBeCloseTo(1.25, 1);
  await press("0", "r");
  await expect.poll(() => box().width > box().height).toBe(true);
  expect(height).toBeGreaterThan(width);
});

test("[AT-01] a hidden tab releases document and worker, and reloads them when shown", async () => {
  const terminate = vi.spyOn(Worker.prototype, "terminate");
  onTestFinished(() => terminate.mockRestore());
  // The worker of the previous document may still be terminating.
  const workers: Worker[] = [];
  class KnownWorker extends Worker {
    constructor(...details: ConstructorParameters<typeof Worker>) {
      super(...details);
      workers.push(this);
    }
  }
  vi.stubGlobal("Worker", KnownWorker);
  const file = viewerFile("a.pdf", "Document", pdf(pages(3)));
  const { viewer, setHidden } = await showFiles([file]);
  const text = viewer.getByText("Page number 1", { exact: true });
  await expect.element(text).toBeInTheDocument();
  setHidden(true);
  await expect.poll(() => terminate.mock.contexts).toContain(workers[0]);
  expect(document.querySelectorAll("canvas[width]:not([width='0'])")).toHaveLength(0);
  setHidden(false);
  await expect.element(text).toBeInTheDocument();
  expect(workers).toHaveLength(2);
  expect(terminate.mock.contexts).not.toContain(workers[1]);
});

test("[AT-01] a broken PDF shows an error, and the next file opens", async () => {
  const { viewer } = await showFiles([
    viewerFile("broken.pdf", "Document", "%PDF-1.7 and nothing"),
    viewerFile("b.pdf", "Document", pdf(["Second"])),
  ]);
  await expect.element(viewer.getByRole("alert")).toHaveTextContent("The file can’t be read.");
  await press("ArrowRight");
  await expect.element(viewer.getByText("Second")).toBeInTheDocument();
});

test("[AT-01] PDF links lead to the web and within the document only", async () => {
  const links = ["https://example.com/x", "javascript:alert(1)", "file:///etc/passwd", "#3"];
  const { viewer } = await showFiles([viewerFile("a.pdf", "Document", pdf(pages(5), { links }))]);
  await expect.element(viewer.getByRole("link", { name: "https://example.com/x" })).toBeInTheDocument();
  const shown = document.querySelectorAll<HTMLAnchorElement>(".pdf-page a");
  expect([...shown].map(({ href, rel }) => [href, rel])).toEqual([
    ["https://example.com/x", "noopener noreferrer"],
  ]);
  await viewer.getByRole("button", { name: "Go to another place in the document" }).click();
  await expect.element(viewer.getByRole("textbox", { name: "Page" })).toHaveValue("3");
});

test("[AT-01] a Word document is rendered in pages", async () => {
  const content = word(
    `<w:p><w:r><w:t>Dear </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>reader</w:t></w:r></w:p>` +
      `<w:p><w:hyperlink r:id="r9"><w:r><w:t>elsewhere</w:t></w:r></w:hyperlink></w:p>`,
    `<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.com/" TargetMode="External"/>`,
  );
  // Unsupported content is shown approximately.
  const math = `xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`;
  const root = `<m:rad><m:e><m:r><m:t>x + 1</m:t></m:r></m:e></m:rad>`;
  const formula = `<w:p><w:r><w:t>Root </w:t></w:r><m:oMathPara ${math}><m:oMath>${root}</m:oMath></m:oMathPara></w:p>`;
  const { viewer } = await showFiles([
    viewerFile("formula.docx", "Document", word(formula)),
    viewerFile("a.docx", "Document", content),
  ]);
  await expect.element(viewer.getByText("x + 1")).toBeVisible();
  await press("ArrowRight");
  await expect.element(viewer.getByText("reader")).toBeVisible();
  await expect.element(viewer.getByText("elsewhere")).toBeVisible();
  const link = viewer.getByRole("link", { name: "elsewhere" }).element() as HTMLAnchorElement;
  expect([link.href, link.rel]).toEqual(["https://example.com/", "noopener noreferrer"]);
  await expectAccessible("a document of Word");
});

test("[AT-01] workbook sheets are tables with numbers and dates in the user's format", async () => {
  const sheets = {
    Sales: `<cols><col min="1" max="1" width="30"/></cols><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Total</t></is></c><c r="B1" s="1"><v>1234.5</v></c><c r="C1" s="2"><v>46082</v></c></row><row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" s="3"><v>0.125</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells>`,
    Other: `<sheetData><row><c t="str"><v>second sheet</v></c></row></sheetData>`,
  };
  const namespace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`;
  const more = {
    "xl/sharedStrings.xml": `<sst ${namespace}><si><r><t>sha</t></r><r><t>red</t></r></si></sst>`,
    "xl/styles.xml": `<styleSheet ${namespace}><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><fonts><font/></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="0"/><xf numFmtId="14" fontId="0"/><xf numFmtId="10" fontId="0"/></cellXfs></styleSheet>`,
  };
  // Some programs use `\` in part names, lower case, or a different workbook name.
  const relation = (id: string, type: string, target: string) =>
    `<Relationships><Relationship Id="${id}" Type="urn:x/${type}" Target="${target}"/></Relationships>`;
  const odd = archive({
    "_rels\\.rels": relation("a", "officeDocument", "/Odd/Book%201.xml"),
    "odd\\book 1.xml": `<workbook xmlns:r="urn:r"><sheets><sheet name="Odd" r:id="s"/></sheets></workbook>`,
    "odd\\_rels\\book 1.xml.rels": relation("s", "worksheet", "../sheets/one.xml"),
    "sheets\\one.xml": `<worksheet><sheetData><row><c t="str"><v>odd names</v></c></row></sheetData></worksheet>`,
  });
  const { viewer } = await showFiles([
    viewerFile("odd.xlsx", "Document", odd),
    viewerFile("a.xlsx", "Document", workbook(sheets, more)),
  ]);
  await expect.element(viewer.getByRole("cell", { name: "odd names" })).toBeVisible();
  await press("ArrowRight");
  for (const text of ["Total", "1,234.50 €", "01.03.2026", "shared", "Yes", "12.50%"])
    await expect.element(viewer.getByRole("cell", { name: text, exact: true })).toBeVisible();
  await expectAccessible("a workbook");
  await viewer.getByRole("tab", { name: "Other" }).click();
  await expect.element(viewer.getByRole("cell", { name: "second sheet" })).toBeVisible();
});

test("[AT-01] numbers without a format have no groups, and are not cut if they do not fit", async () => {
  const namespace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`;
  const styles = `<styleSheet ${namespace}><fonts><font/></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
  const cell = (reference: string, value: number, style = 0) =>
    `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
  const rows = [
    cell("A1", 2024) + cell("B1", 1_234_567, 1) + cell("C1", 1_234_567_890, 1),
    cell("A2", 0.1) + cell("B2", 46_082, 2) + cell("C2", 46_082, 2),
  ];
  const cols = `<cols><col min="2" max="2" width="7" customWidth="1"/></cols>`;
  const sheet = `${cols}<sheetData>${rows.map((row, index) => `<row r="${index + 1}">${row}</row>`).join("")}</sheetData>`;
  const { viewer } = await showFiles([
    viewerFile("a.xlsx", "Document", workbook({ One: sheet }, { "xl/styles.xml": styles })),
  ]);
  const texts = () =>
    [...document.querySelectorAll<HTMLTableCellElement>("tbody td")].map(({ textContent }) => textContent);
  await expect.element(viewer.getByRole("cell", { name: "2024", exact: true })).toBeVisible();
  expect(texts()).toEqual(["2024", "###", "1,234,567,890.00", "0.1", "###", "01.03.2026"]);
  for (const shown of document.querySelectorAll("tbody td"))
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
});

test("[AT-01] a document with a password is reported as protected", async () => {
  const part = new TextEncoder().encode("content");
  const content = await compoundFile({ EncryptionInfo: part, EncryptedPackage: part });
  const { viewer } = await showFiles([
    viewerFile("a.docx", "Document", content),
    viewerFile("b.xlsx", "Document", content),
    viewerFile("c.docx", "Document", compoundFile({ WordDocument: part })),
  ]);
  const said = viewer.getByRole("alert");
  await expect.element(said).toHaveTextContent("The file is protected by a password.");
  await press("ArrowRight");
  await expect.element(said).toHaveTextContent("b.xlsx");
  await expect.element(said).toHaveTextContent("The file is protected by a password.");
  await press("ArrowRight");
  await expect.element(said).toHaveTextContent("The file can’t be read.");
});

test("[AT-01] a PDF in an East Asian encoding uses the character maps that it names", async () => {
  const system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>";
  const descriptor =
    "/FontDescriptor << /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>";
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3-90ms-RKSJ-H /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 ${system} ${descriptor} >>] >>`;
  // 日本語 in Shift JIS.
  const content = pdf(["\\223\\372\\226{\\214\\352"], { font });
  const { viewer } = await showFiles([viewerFile("a.pdf", "Document", content)]);
  await expect.element(viewer.getByText("日本語")).toBeInTheDocument();
});

test("[AT-01] text is shown unchanged, and JSON with one value per line", async () => {
  const { viewer } = await showFiles([
    viewerFile("a.json", "Other", '{"a":[1,2]}'),
    viewerFile("b.txt", "Document", new Blob([Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65)])),
    viewerFile("c.txt", "Document", `${"x".repeat(99)}\n`.repeat(40_000)),
  ]);
  await expect.element(viewer.getByText('"a": [', { exact: false })).toBeVisible();
  await press("ArrowRight");
  await expect.element(viewer.getByText("Grüße")).toBeVisible();
  await press("ArrowRight");
  await expect.element(viewer.getByText("Only the first 2 MB are shown.", { exact: false })).toBeVisible();
  const { scrollTop } = viewer.getByRole("region", { name: "c.txt" }).element();
  await press("End");
  await expect
    .poll(() => viewer.getByRole("region", { name: "c.txt" }).element().scrollTop)
    .toBeGreaterThan(scrollTop);
  await expectAccessible("a long text");
});

test("[AT-01] an archive lists its content", async () => {
  const content = archive({ "letters/one.txt": "one", "x\u202egpj.exe": "MZ" });
  const { viewer } = await showFiles([
    viewerFile("a.zip", "Other", content),
    viewerFile("b.zip", "Other", "no archive"),
  ]);
  await expect.element(viewer.getByText("2 entries")).toBeVisible();
  await expect.element(viewer.getByRole("row", { name: /letters\/one\.txt 3 bytes/ })).toBeVisible();
  await expect.element(viewer.getByText("x\ufffdgpj.exe")).toBeVisible();
  await expectAccessible("an archive");
  await press("ArrowRight");
  await expect.element(viewer.getByRole("alert")).toHaveTextContent("The file can’t be read.");
});

test("[AT-01] a document fits a phone", async () => {
  await page.viewport(320, 480);
  const { viewer } = await showFiles([viewerFile("a.pdf", "Document", pdf(pages(3)))], { language: "de" });
  await expect.element(viewer.getByText("Page number 1", { exact: true })).toBeInTheDocument();
  await expectAccessible("a document on a phone");
  expect(document.querySelector("[data-page='1']")?.getBoundingClientRect().width).toBeLessThanOrEqual(320);
});
