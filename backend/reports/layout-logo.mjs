// The organisation's logo in a document: replaces the placeholder `{%organisation.logo}` by a drawing of the picture.

const endnotes = "application/vnd.openxmlformats-officedocument.wordprocessingml.endnotes+xml";
const logoName = "organisation.logo";
const media = "word/media/hub-logo.png";
const relationId = "rIdHubLogo";
/** English Metric Units of a millimetre. */
const millimetre = 36_000;
const maxLogo = { width: 60 * millimetre, height: 20 * millimetre };

/** Inserts the logo at `{%…}`. */
export class LogoModule {
  name = "Logo";
  /** @type {Set<string>} the parts that show it */
  used = new Set();
  count = 0;

  /** @param {{ width: number, height: number } | undefined} size in pixels */
  constructor(size) {
    this.size = size;
  }

  matchers() {
    return [["%", "logo"]];
  }

  /** Endnotes are filled like footnotes. @param {{ doc: any }} file */
  getFileType({ doc }) {
    doc.targets.push(...(doc.invertedContentTypes?.[endnotes] ?? []));
  }

  /** @param {{ module?: string, value: string }} part as in the XML @param {{ filePath: string }} options */
  render(part, { filePath }) {
    if (part.module !== "logo") return null;
    const words = wordsOf(part.value);
    // Another program's statement stays unchanged; the logo is the only picture.
    if (words.endsWith("%")) return { value: escaped(`{%${part.value}}`) };
    if (words !== logoName) return { value: "" };
    if (!this.size) return { value: "" };
    this.used.add(filePath);
    const scale = Math.min(maxLogo.width / this.size.width, maxLogo.height / this.size.height, 9_525);
    const [cx, cy] = [Math.round(this.size.width * scale), Math.round(this.size.height * scale)];
    this.count += 1;
    return { value: `</w:t>${drawing(this.count, cx, cy)}<w:t xml:space="preserve">` };
  }
}

/** @param {number} number of the picture in the document @param {number} cx @param {number} cy */
const drawing = (number, cx, cy) =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${990_000 + number}" name="Logo" descr="Logo"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${relationId}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** @param {string} tag a placeholder without its braces */
export const wordsOf = (tag) => tag.replace(/\s+/g, " ").trim();

/** @param {import("pizzip")} zip @param {Set<string>} used @param {Buffer} png */
export function addLogo(zip, used, png) {
  zip.file(media, png, { binary: true });
  const relation = `<Relationship Id="${relationId}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/hub-logo.png"/>`;
  for (const part of used) {
    const rels = part.replace(/([^/]+)$/, "_rels/$1.rels");
    const before =
      zip.file(rels)?.asText() ??
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
    zip.file(
      rels,
      before.replace(/<Relationships([^>]*)\/>|<\/Relationships>\s*$/, (end, attributes) =>
        attributes === undefined
          ? `${relation}${end}`
          : `<Relationships${attributes}>${relation}</Relationships>`,
      ),
    );
  }
  const types = /** @type {{ asText(): string }} */ (zip.file("[Content_Types].xml")).asText();
  if (!/Extension="png"/i.test(types))
    zip.file(
      "[Content_Types].xml",
      types.replace(/(<Types[^>]*>)/, '$1<Default Extension="png" ContentType="image/png"/>'),
    );
}

/** @param {Uint8Array | undefined} webp in the product's format of logos */
export async function logoOf(webp) {
  if (!webp) return undefined;
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(webp, { limitInputPixels: 1_000_000 })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
