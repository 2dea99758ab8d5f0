/**
 * The HTML that rich text may be made of (FM-07): what the editor's tools make, and nothing that runs, loads or
 * covers anything. The browser sanitises what it shows by this list; a server sanitises by it what it stores.
 */
export const allowedTags = [
  "p",
  "br",
  "h1",
  "h2",
  "h3",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "code",
  "a",
  "ul",
  "ol",
  "li",
  "blockquote",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
] as const;

/** By tag; `*` holds for all. `data-lexical-indent`, the editor's own, is how deep a block is indented, 1 to {@link maximalIndent}. */
export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  "*": ["data-lexical-indent"],
  a: ["href", "title"],
  ol: ["start"],
  li: ["value"],
  th: ["colspan", "rowspan", "scope"],
  td: ["colspan", "rowspan"],
};

export const maximalIndent = 7;

/** Absolute addresses only; a relative one would mean something else on each page that shows it. */
export const allowedSchemes = ["http", "https", "mailto", "tel"] as const;

/** Whether a link may lead there. */
export function isAllowedLink(address: string): boolean {
  try {
    const { protocol } = new URL(address);
    return (allowedSchemes as readonly string[]).includes(protocol.slice(0, -1));
  } catch {
    return false;
  }
}

const scheme = `(?:${allowedSchemes.join("|")})`;
const mail = /^(?:https?:\/\/)?([^\s@:/]+@[^\s@:/]+\.[^\s@:/.]+)$/i;
const host = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/** What somebody meant who typed an address as it is spoken, or pasted a whole one behind `https://`; undefined for no link. */
export function meantLink(typed: string): string | undefined {
  const text = typed.trim().replace(new RegExp(`^https://(?=${scheme}:)`, "i"), "");
  const address = mail.exec(text)?.[1];
  if (address) return `mailto:${address}`;
  if (host.test(text)) return `https://${text}`;
  return isAllowedLink(text) ? text : undefined;
}
