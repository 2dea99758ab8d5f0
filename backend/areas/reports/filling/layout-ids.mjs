// Ids that must be unique in a document, although a layout's elements are repeated for each row.
// Plain JavaScript, like the process that it runs in (layout-worker.mjs).

/** Word generates missing ids of these kinds; nothing refers to them. */
const needless =
  /\sw14:(?:paraId|textId)\s*=\s*(?:"[^"<]*"|'[^'<]*')|<w:id\s[^<>]*?w:val\s*=\s*["'][^"'<>]*["']\s*(?:\/>|>\s*<\/w:id\s*>)/g;

/** Removes ids of paragraphs and content controls, which may be repeated. @param {string} xml */
export const withoutNeedlessIds = (xml) => xml.replace(needless, "");

const named = /<w:bookmark(Start|End)\b[^<>]*>|<wp:docPr\b[^<>]*>/g;
const id = /(\s(?:w:)?id\s*=\s*["'])(-?\d+)(["'])/;
const name = /(\sw:name\s*=\s*["'])([^"'<>]*)(["'])/;
/** Limit of characters of a bookmark's name. */
const longestName = 40;

/** Gives repeated drawings and bookmarks unique ids across all parts of a document. */
export class UniqueIds {
  /** @type {Set<string>} */
  drawings = new Set();
  /** @type {Map<string, number>} number of starts and ends of each bookmark */
  bookmarks = new Map();
  next = 1;

  /** @param {readonly string[]} all the parts of a layout, whose ids stay unchanged */
  constructor(all) {
    for (const xml of all)
      for (const [tag] of xml.matchAll(named)) {
        const number = Number(id.exec(tag)?.[2] ?? 0);
        if (number < 2 ** 31 - 1_000_000) this.next = Math.max(this.next, number + 1);
      }
  }

  /** @param {string} part @param {string} xml */
  rewrite(part, xml) {
    /** @type {Map<string, number>} new ids by a bookmark's id and occurrence, for its end */
    const given = new Map();
    return xml.replace(named, (tag, /** @type {string | undefined} */ edge) => {
      const number = id.exec(tag)?.[2];
      if (number === undefined) return tag;
      if (!edge) {
        if (!this.drawings.has(number)) {
          this.drawings.add(number);
          return tag;
        }
        const own = String(this.next++);
        this.drawings.add(own);
        return tag.replace(id, `$1${own}$3`);
      }
      const key = `${edge} ${number} ${part}`;
      const count = this.bookmarks.get(key) ?? 0;
      this.bookmarks.set(key, count + 1);
      if (count === 0) return tag;
      const own = given.get(`${number} ${count}`) ?? this.next++;
      given.set(`${number} ${count}`, own);
      const suffix = `_${count + 1}`;
      return tag
        .replace(id, `$1${own}$3`)
        .replace(
          name,
          (_, begin, word, end) => `${begin}${word.slice(0, longestName - suffix.length)}${suffix}${end}`,
        );
    });
  }
}
