import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { press } from "@/tests/component/actions";
import { expectConsoleError } from "@/tests/component/console-errors";
import { showFiles } from "@/tests/component/show-viewer";
import { archive, drawing, pdf, picture, viewerFile, word, workbook } from "@/tests/component/viewer-files";

// Set by any code that a file manages to run.
declare global {
  var ran: unknown;
}

beforeEach(() => {
  delete globalThis.ran;
});

const hyperlink = (id: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${target}" TargetMode="External"/>`;
const linked = (id: string, text: string) =>
  `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink></w:p>`;

test("[AT-01] markup in a text file is shown as text", async () => {
  const html = `<script>ran=1</script><img src=x onerror="ran=1">`;
  const { viewer } = await showFiles([viewerFile("a.html", "Document", html)]);
  await expect.element(viewer.getByText(html)).toBeVisible();
  expect(viewer.element().querySelectorAll("img, script")).toHaveLength(0);
  expect(globalThis.ran).toBeUndefined();
});

test("[AT-01] an SVG runs no scripts", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="parent.ran=1"><script>parent.ran=1</script><rect width="40" height="40"/></svg>`;
  const { viewer } = await showFiles([drawing("a.svg", svg, await picture(4, 4))]);
  await expect.element(viewer.getByRole("img", { name: "a.svg" })).toBeVisible();
  expect(globalThis.ran).toBeUndefined();
});

test("[AT-01] an SVG is shown only if it has a thumbnail, and is never preloaded", async () => {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const uses = `<use href="#l${level}"/>`.repeat(10);
    return `<g id="l${level + 1}">${uses}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><rect id="l0" width="1" height="1"/>${levels.join("")}</defs><use href="#l12"/></svg>`;
  const [none, without] = [drawing("a.svg", svg), viewerFile("b.svg", "Image", svg)];
  const loaded = vi.spyOn(globalThis, "Image");
  const { viewer } = await showFiles([viewerFile("a.txt", "Document", "words"), none, without]);
  await expect.element(viewer.getByText("words")).toBeVisible();
  const tooComplex = viewer.getByText("This drawing is too complex to be shown. Download it instead.");
  for (const file of [none, without]) {
    await press("ArrowRight");
    await expect.element(viewer.getByText(file.name).last()).toBeVisible();
    await expect.element(tooComplex).toBeVisible();
    expect(viewer.element().querySelector(`img[src="${file.addresses.original}"]`)).toBeNull();
  }
  expect(loaded).not.toHaveBeenCalled();
  loaded.mockRestore();
  // Both the picture's place and the card show the reason.
  await expectConsoleError(/could not be loaded: <img alt="" class="mx-auto/);
  await expectConsoleError(/could not be loaded: <img alt="" class="absolute/);
});

test("[AT-01] a PDF runs no scripts", async () => {
  const { viewer } = await showFiles([
    viewerFile("a.pdf", "Document", pdf(["Quiet"], { script: "app.alert\\(1\\); ran = 1" })),
  ]);
  await expect.element(viewer.getByText("Quiet")).toBeInTheDocument();
  expect(globalThis.ran).toBeUndefined();
  expect(page.getByRole("dialog").elements()).toHaveLength(1);
});

test("[AT-01] a PDF with a rendering cycle does not block others", async () => {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /Resources << /XObject << /F 5 0 R >> >> /Contents 4 0 R >>",
    "<< >>\nstream\n/F Do\nendstream",
    "<< /Subtype /Form /Resources << /XObject << /G 6 0 R >> >> >>\nstream\n/G Do\nendstream",
    "<< /Subtype /Form /Resources << /Pattern << /P 7 0 R >> >> >>\nstream\nq /Pattern cs /P scn 0 0 200 200 re f Q\nendstream",
    "<< /PatternType 1 /BBox [0 0 200 200] /Resources << /XObject << /F 5 0 R >> >> >>\nstream\n/F Do\nendstream",
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const circle = `%PDF-1.7\n${objects.join("")}trailer << /Root 1 0 R >>\n%%EOF`;
  const { viewer } = await showFiles([
    viewerFile("circle.pdf", "Document", circle),
    viewerFile("a.pdf", "Document", pdf(["Quiet"])),
  ]);
  await expect.element(viewer.getByRole("textbox", { name: "Page" })).toBeVisible();
  await press("ArrowRight");
  await expect.element(viewer.getByText("Quiet")).toBeInTheDocument();
});

test("[AT-01] a Word document links only to the web, without programs or embedded pages", async () => {
  const content = word(
    `${linked("r1", "one")}${linked("r2", "two")}<w:altChunk r:id="r3"/><w:p><w:r><w:t>&lt;img src=x onerror="ran=1"&gt;</w:t></w:r></w:p>`,
    `${hyperlink("r1", "javascript:ran=1")}${hyperlink("r2", "https://example.com/")}` +
      `<Relationship Id="r3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="afchunk.htm"/>`,
    { "word/afchunk.htm": "<script>parent.ran=1</script>" },
  );
  const { viewer } = await showFiles([viewerFile("a.docx", "Document", content)]);
  await expect.element(viewer.getByText("one", { exact: true })).toBeVisible();
  await expect.element(viewer.getByText('<img src=x onerror="ran=1">')).toBeVisible();
  const root = viewer.element().querySelector("[data-pages] > div")?.shadowRoot;
  const links = [...(root?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(links).toEqual([null, "https://example.com/"]);
  expect(root?.querySelectorAll("script, iframe, object, [onerror], [onload]")).toHaveLength(0);
  expect(globalThis.ran).toBeUndefined();
});

test("[AT-01] a Word document's styles affect only itself, and its pictures are released", async () => {
  const make = vi.spyOn(URL, "createObjectURL");
  const giveBack = vi.spyOn(URL, "revokeObjectURL");
  onTestFinished(() => void vi.restoreAllMocks());
  const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const breakout =
    "000}:host{position:fixed!important;inset:0!important;z-index:999!important;contain:none!important;display:block!important;background:red!important}x{";
  const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="x"><a:dk1><a:srgbClr val="${breakout}"/></a:dk1></a:clrScheme></a:themeElements></a:theme>`;
  const drawing = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="r2"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const content = word(
    `<w:p><w:r><w:t>here</w:t></w:r></w:p>${drawing}`,
    `<Relationship Id="r1" Type="${relation}/theme" Target="theme/theme1.xml"/><Relationship Id="r2" Type="${relation}/image" Target="media/a.png"/>`,
    { "word/theme/theme1.xml": theme, "word/media/a.png": "no picture" },
  );
  const files = [viewerFile("a.docx", "Document", content), viewerFile("b.txt", "Document", "next")];
  const before = make.mock.calls.length;
  const { viewer } = await showFiles(files);
  await expect.element(viewer.getByText("here", { exact: true })).toBeInTheDocument();
  const host = viewer.element().querySelector("[data-pages] > div") as HTMLElement;
  // Ensures that the style is applied; otherwise the test would prove nothing.
  expect(getComputedStyle(host).position).toBe("fixed");
  const next = viewer.getByRole("button", { name: "Next" });
  const { x, y, width, height } = next.element().getBoundingClientRect();
  expect(next.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true);
  const [area, pages] = [host.closest("section, [role=region]"), host].map((one) =>
    one?.getBoundingClientRect(),
  );
  expect(pages?.top).toBeGreaterThanOrEqual(area?.top ?? 0);
  const made = make.mock.results.slice(before).map(({ value }) => value);
  await press("ArrowRight");
  await expect.element(viewer.getByText("next")).toBeVisible();
  await expect
    .poll(() => made.every((address) => giveBack.mock.calls.some(([given]) => given === address)))
    .toBe(true);
  expect(made.length).toBeGreaterThan(0);
});

test("[AT-01] zip bombs are rejected", async () => {
  const { viewer } = await showFiles([viewerFile("a.docx", "Document", await bomb("word/document.xml"))]);
  await expect
    .element(viewer.getByRole("alert"))
    .toHaveTextContent("The file is too large to be shown here.");
});

test("[AT-01] XML with entity declarations is rejected", async () => {
  const swelling = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`;
  const content = workbook({ One: "<sheetData/>" }, { "xl/sharedStrings.xml": swelling });
  const { viewer } = await showFiles([viewerFile("a.xlsx", "Document", content)]);
  await expect.element(viewer.getByRole("alert")).toHaveTextContent("The file can’t be read.");
});

test("[AT-01] path traversal in archive names is only text", async () => {
  const { viewer } = await showFiles([
    viewerFile("a.zip", "Other", archive({ "../../<img src=x onerror=ran=1>": "" })),
  ]);
  await expect.element(viewer.getByText("../../<img src=x onerror=ran=1>")).toBeVisible();
  expect(globalThis.ran).toBeUndefined();
});

/** Archive with a part of 100 MB that claims to have 10 bytes. */
async function bomb(name: string): Promise<Blob> {
  const zeros = new Blob(Array.from({ length: 100 }, () => new Uint8Array(1024 * 1024)));
  const packed = new Uint8Array(
    await new Response(zeros.stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  const bytes = new Uint8Array(await archive({ [name]: "0".repeat(packed.length) }).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const start = 30 + name.length;
  bytes.set(packed, start);
  const directory = start + packed.length;
  view.setUint16(8, 8, true);
  view.setUint32(22, 10, true);
  view.setUint16(directory + 10, 8, true);
  view.setUint32(directory + 24, 10, true);
  return new Blob([bytes]);
}
