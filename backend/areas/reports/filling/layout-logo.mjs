// The organisation's logo in a document: replaces the placeholder `{%organisation.logo}` by a drawing of the picture.

import { escaped, wordsOf } from "./layout-text.mjs";
import { Refusal } from "./refusal.mjs";

const logoName = "organisation.logo";
const media = "word/media/hub-logo";
const relationId = "rIdHubLogo";
/** English Metric Units of a millimetre. */
const millimetre = 36_000;
const maxLogo = { width: 60 * millimetre, height: 20 * millimetre };

/** A free name: a filled document may be used as a layout again. @param {string} wanted @param {(name: string) => boolean} isTaken */
function free(wanted, isTaken) {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted}${number}`;
  return name;
}

/** Replaces `{%…}` by the logo. */
export class LogoModule {
  name = "Logo";
  count = 0;

  /**
   * @param {{ width: number, height: number } | undefined} size in pixels
   * @param {Map<string, Buffer>} parts of the layout
   * @param {{ element: string }} text knows the current element
   */
  constructor(size, parts, text) {
    this.size = size;
    this.text = text;
    const relations = [...parts].flatMap(([name, content]) => (/\.rels$/i.test(name) ? [content] : []));
    this.relationId = free(relationId, (id) =>
      relations.some((each) => each.includes(`"${id}"`) || each.includes(`'${id}'`)),
    );
    const names = new Set([...parts.keys()].map((name) => name.toLowerCase()));
    this.media = `${free(media, (name) => names.has(`${name}.png`))}.png`;
  }

  matchers() {
    return [["%", "logo"]];
  }

  /** @param {{ module?: string, value: string }} part of the XML @param {{ filePath: string }} options */
  render(part, { filePath }) {
    if (part.module !== "logo") return null;
    const words = wordsOf(part.value);
    // Another program's statement stays unchanged; the logo is the only picture.
    if (words.endsWith("%")) return { value: escaped(`{%${part.value}}`) };
    if (words !== logoName || !this.size) return { value: "" };
    // Only Word's runs can contain pictures, unlike formulas or titles.
    if (this.text.element !== "w:t")
      throw new Refusal("layoutFilled", { part: filePath, text: `{%${words}}`, hasText: "yes" });
    const scale = Math.min(maxLogo.width / this.size.width, maxLogo.height / this.size.height, 9_525);
    const [cx, cy] = [Math.round(this.size.width * scale), Math.round(this.size.height * scale)];
    this.count += 1;
    const drawn = drawing(this.relationId, this.count, cx, cy);
    return { value: `</w:t>${drawn}<w:t xml:space="preserve">` };
  }

  /**
   * Adds the picture, and the relationships to it from the parts that show it.
   * @param {import("pizzip")} zip @param {readonly string[]} filled the parts that may show it @param {Buffer} png
   */
  addTo(zip, filled, png) {
    const shows = `r:embed="${this.relationId}"`;
    const used = filled.filter((part) => Buffer.from(zip.file(part)?.asUint8Array() ?? []).includes(shows));
    if (used.length === 0) return;
    zip.file(this.media, png, { binary: true });
    for (const part of used) this.relate(zip, part);
    const types = /** @type {{ asText(): string }} */ (zip.file("[Content_Types].xml")).asText();
    const isKnown = /Extension\s*=\s*["']png["']/i.test(types);
    const added = isKnown ? `Override PartName="/${this.media}"` : 'Default Extension="png"';
    zip.file(
      "[Content_Types].xml",
      types.replace(
        /<(\w+:)?Types\b[^>]*>/,
        (begin, prefix = "") => `${begin}<${prefix}${added} ContentType="image/png"/>`,
      ),
    );
  }

  /** @param {import("pizzip")} zip @param {string} part */
  relate(zip, part) {
    const wanted = part.replace(/([^/]+)$/, "_rels/$1.rels");
    const rels = Object.keys(zip.files).find((name) => name.toLowerCase() === wanted.toLowerCase()) ?? wanted;
    const target = /^word\/[^/]+$/.test(part) ? this.media.slice("word/".length) : `/${this.media}`;
    const relation = `Relationship Id="${this.relationId}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}"/>`;
    const before = zip.file(rels)?.asText() ?? noRelations;
    zip.file(
      rels,
      before.replace(
        /<(\w+:)?Relationships\b([^>]*)\/>|<\/(\w+:)?Relationships\s*>/,
        (end, empty = "", /** @type {string | undefined} */ attributes, prefix = "") =>
          attributes === undefined
            ? `<${prefix}${relation}${end}`
            : `<${empty}Relationships${attributes}><${empty}${relation}</${empty}Relationships>`,
      ),
    );
  }
}

const noRelations =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

/** @param {string} relation @param {number} number of the picture in the document @param {number} cx @param {number} cy */
const drawing = (relation, number, cx, cy) =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${990_000 + number}" name="Logo" descr="Logo"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;

/** @param {Uint8Array | undefined} webp the stored logo */
export async function logoOf(webp) {
  if (!webp) return undefined;
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(webp, { limitInputPixels: 4_000_000 })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
