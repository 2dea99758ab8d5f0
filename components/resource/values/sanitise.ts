"use client";
import createPurifier, { type Config, type DOMPurify } from "dompurify";
import { allowedAttributes, allowedTags, isAllowedLink, maximalIndent } from "@/lib/html/allowed";

const attributes = [...new Set(Object.values(allowedAttributes).flat())];

const config: Config = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: attributes,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

let purifier: DOMPurify | undefined;

function purifierOf(): DOMPurify {
  if (purifier) return purifier;
  purifier = createPurifier(window);
  purifier.addHook("afterSanitizeAttributes", (element) => {
    const allowed = [...(allowedAttributes["*"] ?? []), ...(allowedAttributes[element.localName] ?? [])];
    for (const { name } of [...element.attributes])
      if (!allowed.includes(name)) element.removeAttribute(name);
    const indent = Number(element.getAttribute("data-lexical-indent"));
    if (!(Number.isInteger(indent) && indent >= 1 && indent <= maximalIndent))
      element.removeAttribute("data-lexical-indent");
    if (element.localName !== "a") return;
    if (!isAllowedLink(element.getAttribute("href") ?? "")) element.removeAttribute("href");
    // Foreign content must not access this window.
    element.setAttribute("target", "_blank");
    element.setAttribute("rel", "noopener noreferrer");
  });
  return purifier;
}

/** Sanitises HTML to the tags and attributes in lib/html/allowed.ts (FM-05, FM-07). Browsers only. */
export function sanitise(html: string): string {
  return purifierOf().sanitize(html, config);
}
