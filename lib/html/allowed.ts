/**
 * Allowed HTML in rich text (FM-07): the output of the editor's tools, and nothing that runs, loads or covers anything.
 * Browsers sanitise for display, servers for storage.
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

/**
 * By tag; `*` applies to all. `data-lexical-indent`, the editor's own attribute, is the indentation of a block, 1 to {@link
 * maximalIndent}.
 */
export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  "*": ["data-lexical-indent"],
  a: ["href", "title"],
  ol: ["start"],
  li: ["value"],
  th: ["colspan", "rowspan", "scope"],
  td: ["colspan", "rowspan"],
};

export const maximalIndent = 7;

/** Absolute addresses only; a relative one would have a different target on each page. */
export const allowedSchemes = ["http", "https", "mailto", "tel"] as const;

/** Whether a link may have this target. */
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

/** Completes an address typed without a scheme, or pasted after `https://`; undefined if it is no link. */
export function completeLink(typed: string): string | undefined {
  const text = typed.trim().replace(new RegExp(`^https://(?=${scheme}:)`, "i"), "");
  const address = mail.exec(text)?.[1];
  if (address) return `mailto:${address}`;
  if (host.test(text)) return `https://${text}`;
  return isAllowedLink(text) ? text : undefined;
}
