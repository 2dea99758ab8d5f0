import sanitizeHtml from "sanitize-html";
import {
  allowedAttributes,
  allowedSchemes,
  allowedTags,
  isAllowedLink,
  maximalIndent,
} from "../../lib/html/allowed";

/** Levels of tags inside of tags; lists in tables in quotations take a dozen. */
const deepest = 60;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...allowedSchemes],
  allowProtocolRelative: false,
  // Beyond this nobody reads, and each level is searched for every tag inside of it.
  nestingLimit: deepest,
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

/** Rich text as it is stored: of the tags and attributes that browsers show it with, and no others (FM-07). */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, options);
}
