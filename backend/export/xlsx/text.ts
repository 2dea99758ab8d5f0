/** Excel refuses files with longer texts in a cell ("Excel specifications and limits"). */
const longest = 32_767;

// biome-ignore lint/suspicious/noControlCharactersInRegex: searches for characters that XML 1.0 forbids or changes
const beyondXml = /[\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, and unpaired surrogates
const unwritable = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;
const markup = /[&<>]/;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Truncates a text to the limit of a cell, ending in `…`, without splitting a surrogate pair. */
export function cut(text: string): string {
  if (text.length <= longest) return text;
  const kept = text.slice(0, longest - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/**
 * Encodes characters that XML cannot contain as `_xHHHH_`, and an underscore that would look like such an escape as
 * `_x005F_` (ECMA-376 part 1, 22.9.2.19). Undefined when there is nothing to encode.
 */
export function encodeUnwritable(text: string): string | undefined {
  if (!beyondXml.test(text)) return undefined;
  let found = false;
  const written = text.replace(unwritable, (character) => {
    found = true;
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
  });
  return found ? written : undefined;
}

/** `<t>` with the text in it. */
export function textElement(text: string): string {
  const escaped = markup.test(text) ? text.replace(/[&<>]/g, (character) => entities[character] ?? "") : text;
  return isEdgeSpace(text) ? `<t xml:space="preserve">${escaped}</t>` : `<t>${escaped}</t>`;
}

/** Whether every reader takes the text literally: some would decode markup twice or trim space. */
export function isPlain(text: string): boolean {
  return !markup.test(text) && !isEdgeSpace(text);
}

/** Attribute values, between double quotes. */
export function attribute(text: string): string {
  return (encodeUnwritable(text) ?? text)
    .replace(/[&<>]/g, (character) => entities[character] ?? "")
    .replaceAll('"', "&quot;");
}

/** Readers drop space at either end, and line feeds anywhere, unless it is marked. */
function isEdgeSpace(text: string): boolean {
  return text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes("\n");
}
