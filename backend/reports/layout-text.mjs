// Texts in the places where placeholders stand: what a line break becomes hangs on the element that the text is in.
// Plain JavaScript, as the process that it runs in (layout-worker.mjs).
import { filledParts } from "./layout-types.mjs";

/** @param {string} text */
export const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** @param {string} tag a placeholder without its braces */
export const wordsOf = (tag) => tag.replace(/\s+/g, " ").trim();

/** Characters of a run's format that are written again behind a line break in a drawing. */
const maxFormat = 1_000;
/** Characters that a line break or a tab comes to at most, in the text of Word and in drawings. */
export const breakLength = { word: 40, drawing: 2 * maxFormat + 60 };

/** What docxtemplater looks at in a docx, and what else texts of drawings and charts are in. @param {any} fileTypes its own settings */
export function fileTypeConfig(fileTypes) {
  const config = fileTypes.docx();
  return {
    ...config,
    tagsXmlTextArray: [...config.tagsXmlTextArray, "c:v", "cx:v"],
    tagsXmlLexedArray: [...config.tagsXmlLexedArray, "a:r", "a:rPr", "a:fld"],
  };
}

/** Says which parts are filled, and writes the texts of placeholders. */
export class TextModule {
  name = "Text";
  /** Before docxtemplater's own, which breaks every text as if it stood in a run of Word. */
  priority = 10;
  /** The element whose text is written, such as `w:t`. */
  element = "";
  isInField = false;
  isInFormat = false;
  /** The properties of the run of a drawing that is written. */
  format = "";

  /** @param {Map<string, Buffer>} parts of the layout */
  constructor(parts) {
    this.filled = filledParts(parts);
  }

  /** @param {{ doc: any }} file */
  getFileType({ doc }) {
    // Docxtemplater would take everything that has the type of a document, and knows no charts and no endnotes.
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
    // In a formula, in the number of a page, in the name of a series and in a title there is one line.
    return escaped(text.replace(/[\n\t]+/g, " "));
  }
}
