// Ids that no two elements of a document may share, where a layout's are written once for each row.
// Plain JavaScript, as the process that it runs in (layout-worker.mjs).

/** Word writes ids of its own for them; nothing else refers to these. */
const needless =
  /\sw14:(?:paraId|textId)\s*=\s*(?:"[^"<]*"|'[^'<]*')|<w:id\s[^<>]*?w:val\s*=\s*["'][^"'<>]*["']\s*(?:\/>|>\s*<\/w:id\s*>)/g;

/** What a document is whose content controls and paragraphs may be repeated. @param {string} xml */
export const withoutNeedlessIds = (xml) => xml.replace(needless, "");

const named = /<w:bookmark(Start|End)\b[^<>]*>|<wp:docPr\b[^<>]*>/g;
const id = /(\s(?:w:)?id\s*=\s*["'])(-?\d+)(["'])/;
const name = /(\sw:name\s*=\s*["'])([^"'<>]*)(["'])/;
/** Characters of the name of a bookmark. */
const longestName = 40;

/** Gives drawings and bookmarks that are there more than once ids of their own, in all parts of a document. */
export class UniqueIds {
  /** @type {Set<string>} */
  drawings = new Set();
  /** @type {Map<string, number>} how often each bookmark began, and ended */
  bookmarks = new Map();
  next = 1;

  /** @param {readonly string[]} all the parts of a layout, whose ids are left as they are */
  constructor(all) {
    for (const xml of all)
      for (const [tag] of xml.matchAll(named)) {
        const number = Number(id.exec(tag)?.[2] ?? 0);
        if (number < 2 ** 31 - 1_000_000) this.next = Math.max(this.next, number + 1);
      }
  }

  /** @param {string} part @param {string} xml */
  rewrite(part, xml) {
    /** @type {Map<string, number>} what was given to a bookmark the how manieth time, until it ends */
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
