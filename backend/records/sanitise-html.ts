import sanitizeHtml from "sanitize-html";
import {
  allowedAttributes,
  allowedSchemes,
  allowedTags,
  isAllowedLink,
  maximalIndent,
} from "../../lib/html/allowed";

/** Maximum depth of nested tags; lists in tables in quotations take a dozen. */
const maxDepth = 60;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...allowedSchemes],
  allowProtocolRelative: false,
  // Deeper nesting is unreadable, and each level is searched for every tag inside it.
  nestingLimit: maxDepth,
  transformTags: {
    "*": (tagName, { "data-lexical-indent": indent, href, ...attribs }) => ({
      tagName,
      attribs: {
        ...attribs,
        ...(isIndent(indent) && { "data-lexical-indent": indent }),
        ...(href !== undefined && isAllowedLink(href) && { href }),
      },
    }),
  },
};

function isIndent(value: string | undefined): value is string {
  const indent = Number(value);
  return Number.isInteger(indent) && indent >= 1 && indent <= maximalIndent;
}

/** Sanitizes rich text for storage: keeps only the tags and attributes that browsers display it with (FM-07). */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, options);
}
