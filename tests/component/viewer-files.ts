import { onTestFinished } from "vitest";
import type { ViewerFile } from "@/components/resource/viewer/viewer-file";
import { storedZip } from "@/components/resource/viewer/zip/stored";

/** Creates a file for the viewer; its addresses return these bytes until the end of the test. */
export function viewerFile(
  name: string,
  kind: ViewerFile["kind"],
  content: Blob | string = "",
  more: Partial<ViewerFile> = {},
): ViewerFile {
  const blob = content instanceof Blob ? content : new Blob([content]);
  const address = URL.createObjectURL(blob);
  onTestFinished(() => URL.revokeObjectURL(address));
  return {
    id: name,
    name,
    kind,
    extension: name.slice(name.lastIndexOf(".") + 1),
    size: blob.size,
    addresses: { original: address, stream: address, download: address },
    ...more,
  };
}

/** Creates an SVG with its thumbnail; without one, the thumbnail address returns an error. */
export function drawing(name: string, svg: string, thumbnail?: Blob): ViewerFile {
  const file = viewerFile(name, "Image", new Blob([svg], { type: "image/svg+xml" }));
  const made = viewerFile("thumbnail", "Image", thumbnail ?? "none");
  return { ...file, addresses: { ...file.addresses, thumbnail: made.addresses.original } };
}

/** Creates a single-colour image. */
export async function picture(width: number, height: number, colour = "teal"): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context) context.fillStyle = colour;
  context?.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: "image/png" });
}

/** Creates silent audio of the given seconds. */
export function sound(seconds = 1): Blob {
  const rate = 8_000;
  const length = rate * seconds;
  const view = new DataView(new ArrayBuffer(44 + length));
  const text = (at: number, value: string) => {
    for (const [index, letter] of [...value].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + length, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, length, true);
  for (let at = 44; at < view.byteLength; at++) view.setUint8(at, 128);
  return new Blob([view.buffer], { type: "audio/wav" });
}

const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

/** A document with a line of text on each page, in a `font`; `links` lead from the first page. */
export function pdf(
  pages: readonly string[],
  { links = [] as string[], script = "", font = helvetica } = {},
): Blob {
  const objects: string[] = [];
  const add = (object: string) => objects.push(object);
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const open = script ? `/OpenAction << /S /JavaScript /JS (${script}) >>` : "";
  add(`<< /Type /Catalog /Pages 2 0 R ${open} >>`);
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(font);
  for (const [index, text] of pages.entries()) {
    const annotations = index > 0 ? [] : links.map((uri, at) => link(uri, at));
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> ` +
        `/Contents ${5 + index * 2} 0 R /Annots [${annotations.join(" ")}] >>`,
    );
    const content = `BT /F 24 Tf 60 760 Td (${text}) Tj ET`;
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = file.length;
  const entries = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`;
  return new Blob([file], { type: "application/pdf" });
}

function link(uri: string, index: number): string {
  const bottom = 600 - index * 40;
  const action = uri.startsWith("#")
    ? `/Dest [${2 + 2 * Number(uri.slice(1))} 0 R /Fit]`
    : `/A << /S /URI /URI (${uri}) >>`;
  return `<< /Type /Annot /Subtype /Link /Rect [60 ${bottom} 260 ${bottom + 24}] ${action} >>`;
}

/** Creates an uncompressed archive of text files. */
export function archive(texts: Readonly<Record<string, string>>): Blob {
  return storedZip(
    new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  );
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";

function office(main: string, more: Readonly<Record<string, string>>): Blob {
  return archive({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="${main}"/></Relationships>`,
    ...more,
  });
}

/** Creates a Word document with these paragraphs and relations. */
export function word(paragraphs: string, references = "", more: Readonly<Record<string, string>> = {}): Blob {
  return office("word/document.xml", {
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relations}"><w:body>${paragraphs}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1134" w:left="1417"/></w:sectPr></w:body></w:document>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="${packageRelations}">${references}</Relationships>`,
    ...more,
  });
}

/** Creates a workbook; each sheet is the content of `<worksheet>`. */
export function workbook(
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Blob {
  const namespace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"`;
  const names = Object.keys(sheets);
  return office("xl/workbook.xml", {
    "xl/workbook.xml": `<workbook ${namespace}><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packageRelations}">${names.map((_, index) => `<Relationship Id="s${index}" Type="${relations}/worksheet" Target="worksheets/${index}.xml"/>`).join("")}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/${index}.xml`,
        `<worksheet ${namespace}>${sheets[name]}</worksheet>`,
      ]),
    ),
    ...more,
  });
}
