// Inserts texts for placeholders; the form of a line break depends on the enclosing element.
// Plain JavaScript, like the process that it runs in (layout-worker.mjs).
import { filledParts } from "./layout-types.mjs";

/** @param {string} text */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** @param {string} tag a placeholder without its braces */
export const wordsOf = (tag) => tag.replace(/\s+/g, " ").trim();

/** Limit of characters of a run's format, which is repeated after a line break in a drawing. */
const maxFormat = 1_000;
/** Maximum characters of a line break or tab in Word's text and in drawings. */
export const breakLength = { word: 40, drawing: 2 * maxFormat + 60 };

/** Docxtemplater's settings for a docx, extended by the text elements of drawings and charts. @param {any} fileTypes */
export function fileTypeConfig(fileTypes) {
  const config = fileTypes.docx();
  return {
    ...config,
    tagsXmlTextArray: [...config.tagsXmlTextArray, "c:v", "cx:v"],
    tagsXmlLexedArray: [...config.tagsXmlLexedArray, "a:r", "a:rPr", "a:fld"],
  };
}

/** Selects the parts to fill, and inserts the texts of placeholders. */
export class TextModule {
  name = "Text";
  /** Precedes docxtemplater's own module, which treats every text as part of Word's runs. */
  priority = 10;
  /** The current text element, such as `w:t`. */
  element = "";
  isInField = false;
  isInFormat = false;
  /** The properties of a drawing's current run. */
  format = "";

  /** @param {Map<string, Buffer>} parts of the layout */
  constructor(parts) {
    this.filled = filledParts(parts);
  }

  /** @param {{ doc: any }} file */
  getFileType({ doc }) {
    // By default docxtemplater fills every part with a document's type, but no charts and endnotes.
    doc.targets.splice(0, doc.targets.length, ...this.filled.map(({ name }) => name));
    doc.textTarget = this.filled[0]?.name;
    for (const { name, type } of this.filled) doc.filesContentTypes[name] = type;
    return "docx";
  }

  /**
   * @param {{ type: string, tag?: string, position?: string, text?: boolean, module?: string, value: string }} part
   * @param {any} options
   */
  render(part, { scopeManager, nullGetter }) {
    if (part.type !== "placeholder") {
      this.follow(part);
      return null;
    }
    if (part.module) return null;
    const value = scopeManager.getValue(part.value, { part }) ?? nullGetter(part);
    return { value: this.written(String(value)) };
  }

  /** @param {{ type: string, tag?: string, position?: string, text?: boolean, value: string }} part */
  follow({ tag, position, text, value }) {
    const isStart = position === "start";
    if (text && isStart) this.element = tag ?? "";
    else if (tag === "a:fld") this.isInField = isStart;
    else if (tag === "a:r" && isStart) this.format = "";
    else if (tag === "a:rPr") {
      this.format = isStart || position === "selfclosing" ? value : `${this.format}${value}`;
      this.isInFormat = isStart;
    } else if (this.isInFormat && this.format.length <= maxFormat) this.format += value;
  }

  /** @param {string} text */
  written(text) {
    switch (this.element) {
      case "w:t":
        return escaped(text)
          .replaceAll("\n", '</w:t><w:br/><w:t xml:space="preserve">')
          .replaceAll("\t", '</w:t><w:tab/><w:t xml:space="preserve">');
      case "a:t": {
        if (this.isInField) break;
        const format = this.format.length <= maxFormat ? this.format : "";
        return escaped(text).replaceAll("\n", `</a:t></a:r><a:br>${format}</a:br><a:r>${format}<a:t>`);
      }
    }
    // Formulas, page numbers, names of series and titles have one line.
    return escaped(text.replace(/[\n\t]+/g, " "));
  }
}
