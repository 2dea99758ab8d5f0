import type { ReportSource } from "../../../../lib/contract/report-sources";
import { loadNamespace } from "../../../../lib/i18n/load-messages";
import type { Language } from "../../../../lib/preferences/preferences";
import { zipped } from "../../../files/zip";
import { sources } from "./sources";

interface Starter {
  /** The captions of the columns, with their placeholders. */
  columns: readonly (readonly [caption: string, placeholder: string])[];
  words: { rows: string; by: string };
}

/**
 * A starter layout for a report's data: heading, logo, a table with a row per record, and the requesting user and time,
 * in a language.
 * @returns a docx, as a stream
 */
export async function* starterOf(source: ReportSource, language: Language): AsyncGenerator<Uint8Array> {
  const [{ fields }, { starter }] = (await Promise.all([
    loadNamespace(language, source),
    loadNamespace(language, "reports"),
  ])) as unknown as [{ fields: Record<string, string> }, { starter: Starter["words"] }];
  const columns = sources[source].first.map((name) => [fields[name] ?? name, name] as const);
  yield* starterLayout({ columns, words: starter });
}

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const officeTypes = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "");

const run = (text: string, properties = "") =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
const paragraph = (content: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`;

/** Twentieths of a point. */
const page = { short: 11_906, long: 16_838, margin: 1_134 };

function starterLayout({ columns, words }: Starter): AsyncGenerator<Uint8Array> {
  // Landscape, for one more column.
  const [width, height] = [page.long, page.short];
  const cellWidth = Math.floor((width - 2 * page.margin) / columns.length);
  const cell = (content: string, style: string, shade = "") =>
    `<w:tc><w:tcPr><w:tcW w:w="${cellWidth}" w:type="dxa"/>${shade}</w:tcPr>${paragraph(content, style)}</w:tc>`;
  const grey = '<w:shd w:val="clear" w:color="auto" w:fill="EEF1F5"/>';
  const head = columns.map(([caption]) => cell(run(caption, "<w:b/>"), "Cell", grey)).join("");
  const texts = columns.map(([, placeholder], index) => {
    const begin = index === 0 ? "{#rows}" : "";
    const end = index === columns.length - 1 ? "{/rows}" : "";
    return `${begin}{${placeholder}}${end}`;
  });
  const line = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C9CFD8"/>`;
  const table = `<w:tbl><w:tblPr><w:tblW w:w="${cellWidth * columns.length}" w:type="dxa"/><w:tblBorders>${["top", "bottom", "insideH"].map(line).join("")}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="80" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${columns.map(() => `<w:gridCol w:w="${cellWidth}"/>`).join("")}</w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head}</w:tr><w:tr><w:trPr><w:cantSplit/></w:trPr>${texts.map((text) => cell(run(text), "Cell")).join("")}</w:tr></w:tbl>`;
  const body = [
    paragraph(run("{reportName}"), "Title"),
    paragraph(run(`{organisation.companyName} · {today | longDate} · ${words.rows}: {rowCount}`), "Subtitle"),
    table,
    paragraph(""),
  ].join("");
  const section = `<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="${width}" w:h="${height}" w:orient="landscape"/><w:pgMar w:top="1418" w:right="${page.margin}" w:bottom="1134" w:left="${page.margin}" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`;
  const pageNumber = `<w:r><w:tab/></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("1")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${officeTypes}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${officeTypes}.styles+xml"/><Override PartName="/word/settings.xml" ContentType="${officeTypes}.settings+xml"/><Override PartName="/word/header1.xml" ContentType="${officeTypes}.header+xml"/><Override PartName="/word/footer1.xml" ContentType="${officeTypes}.footer+xml"/></Types>`,
    "_rels/.rels": relations([["rId1", "officeDocument", "word/document.xml"]]),
    "word/document.xml": `<w:document ${namespaces}><w:body>${body}${section}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relations([
      ["rId1", "styles", "styles.xml"],
      ["rId2", "header", "header1.xml"],
      ["rId3", "footer", "footer1.xml"],
      ["rId4", "settings", "settings.xml"],
    ]),
    "word/header1.xml": `<w:hdr ${namespaces}>${paragraph(run("{%organisation.logo}"), "Header")}</w:hdr>`,
    "word/footer1.xml": `<w:ftr ${namespaces}><w:p><w:pPr><w:pStyle w:val="Footer"/><w:tabs><w:tab w:val="right" w:pos="${width - 2 * page.margin}"/></w:tabs></w:pPr>${run(`${words.by} {author.name}, {now}`)}${pageNumber}</w:p></w:ftr>`,
    "word/styles.xml": styles,
    "word/settings.xml": settings,
  };
  return zipped(entriesOf(parts));
}

async function* entriesOf(parts: Record<string, string>) {
  for (const [name, xml] of Object.entries(parts)) yield [name, [Buffer.from(declaration + xml)]] as const;
}

const relations = (all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

/** Without it Word opens a document in the compatibility mode of an early version. */
const settings = `<w:settings ${namespaces}><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

const style = (id: string, name: string, properties: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${properties}</w:style>`;
const styles = `<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${[
  style("Title", "Title", '<w:pPr><w:spacing w:after="60"/></w:pPr><w:rPr><w:b/><w:sz w:val="36"/></w:rPr>'),
  style(
    "Subtitle",
    "Subtitle",
    '<w:pPr><w:spacing w:after="240"/></w:pPr><w:rPr><w:color w:val="5B6472"/></w:rPr>',
  ),
  style("Cell", "Cell", '<w:pPr><w:spacing w:after="0"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr>'),
  style("Header", "header", '<w:pPr><w:spacing w:after="160"/></w:pPr>'),
  style("Footer", "footer", '<w:rPr><w:color w:val="5B6472"/><w:sz w:val="16"/></w:rPr>'),
].join("")}</w:styles>`;
