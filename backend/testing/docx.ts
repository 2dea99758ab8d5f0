import { zipped } from "../files/zip";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A paragraph; each of several texts becomes a separate run, as Word splits typed text. */
export const paragraph = (...texts: string[]) =>
  `<w:p>${texts.map((text) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`).join("")}</w:p>`;

/** A table with one paragraph per cell. */
export const table = (...rows: string[][]) =>
  `<w:tbl><w:tblPr/><w:tblGrid/>${rows.map((cells) => `<w:tr>${cells.map((text) => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

/** A docx with this body. @param more additional parts, or replacements of standard ones */
export async function docx(body: string, more: Record<string, string | Uint8Array> = {}): Promise<Buffer> {
  const parts: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    "_rels/.rels": `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `${declaration}<w:document ${namespaces}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ...more,
  };
  async function* entries() {
    for (const [name, content] of Object.entries(parts)) yield [name, [Buffer.from(content)]] as const;
  }
  const packed: Buffer[] = [];
  for await (const part of zipped(entries())) packed.push(part);
  return Buffer.concat(packed);
}
