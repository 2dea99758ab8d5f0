// Word requires a paragraph at the end of a table cell, header, text box or note; a list without rows may remove it.
// Plain JavaScript, like the process that it runs in (layout-worker.mjs).

const endsWithTable = /<\/w:tbl>(?=\s*<\/w:(?:tc|hdr|ftr|txbxContent|footnote|endnote|comment)>)/g;
const isEmpty = /(<w:(hdr|ftr|txbxContent|tc|footnote|endnote|comment)(?:\s[^<>]*[^<>/])?>)(?=\s*<\/w:\2>)/g;

/** @param {string} xml */
export const withLastParagraphs = (xml) =>
  xml.replace(endsWithTable, "</w:tbl><w:p/>").replace(isEmpty, "$1<w:p/>");
