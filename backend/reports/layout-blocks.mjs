// What Word asks of a table cell, a header, a text box or a note, and a list without rows may have left without: a paragraph at its end.
// Plain JavaScript, as the process that it runs in (layout-worker.mjs).

const endsWithTable = /<\/w:tbl>(?=\s*<\/w:(?:tc|hdr|ftr|txbxContent|footnote|endnote|comment)>)/g;
const isEmpty = /(<w:(hdr|ftr|txbxContent|tc|footnote|endnote|comment)(?:\s[^<>]*[^<>/])?>)(?=\s*<\/w:\2>)/g;

/** @param {string} xml */
export const withLastParagraphs = (xml) =>
  xml.replace(endsWithTable, "</w:tbl><w:p/>").replace(isEmpty, "$1<w:p/>");
