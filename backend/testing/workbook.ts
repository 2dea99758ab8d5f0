import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type ZipEntry, zipped } from "../files/zip";

interface Sheet {
  name: string;
  /** Kind of sheet by its relationship; `worksheet` by default. */
  kind?: string;
  state?: "hidden" | "veryHidden";
  /** Its rows; of another kind all of it. */
  xml: string;
}

/** A workbook as other programs may write it, with the parts that are given. */
export function workbookOf({
  sheets,
  styles,
}: {
  sheets: readonly Sheet[];
  styles?: string;
}): Promise<Buffer> {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${sheets
      .map(({ name, state = "visible" }, at) => `<sheet name="${name}" state="${state}" r:id="s${at}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map(({ kind = "worksheet" }, at) => relation(`s${at}`, kind, `sheet${at}.xml`))
      .join("")}${styles ? relation("styles", "styles", "styles.xml") : ""}</Relationships>`,
    ...(styles && { "xl/styles.xml": styles }),
  };
  sheets.forEach(({ kind, xml }, at) => {
    parts[`xl/sheet${at}.xml`] = kind ? xml : `<worksheet><sheetData>${xml}</sheetData></worksheet>`;
  });
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, content] of Object.entries(parts)) yield [name, [Buffer.from(content)]];
  }
  return buffer(Readable.from(zipped(entries())));
}
