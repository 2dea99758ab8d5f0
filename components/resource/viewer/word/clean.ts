import createPurifier from "dompurify";
import { webAddress } from "../web-address";

let purifier: ReturnType<typeof createPurifier> | undefined;

/** Removes everything that could run, load or send, since the reader creates elements from the document. */
export function clean(body: HTMLElement): void {
  purifier ??= newPurifier();
  purifier.sanitize(body, {
    IN_PLACE: true,
    USE_PROFILES: { html: true, svg: true, svgFilters: true, mathMl: true },
    FORBID_TAGS: ["form", "input", "button", "select", "textarea", "style", "video", "audio", "source"],
    FORBID_ATTR: ["srcset", "poster", "background", "ping", "longdesc"],
    // Values other than addresses pass; the hook decides about addresses.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|blob|data):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))/i,
    ALLOW_DATA_ATTR: false,
  });
}

function newPurifier() {
  const made = createPurifier(window);
  made.addHook("afterSanitizeAttributes", (element) => {
    if ("style" in element) removeLoading((element as HTMLElement | SVGElement).style);
    for (const { name, value } of [...element.attributes]) {
      const isAddress = /^(?:src|(?:\w+:)?href)$/i.test(name);
      if (
        isAddress && element.localName !== "a" ? !isWithin(value) : name !== "style" && canLoad(value, name)
      )
        element.removeAttribute(name);
    }
    if (element.localName === "a") restrictLink(element);
  });
  return made;
}

/** Whether an address refers to content of the document. */
const isWithin = (address: string) =>
  /^(?:#|blob:|data:image\/(?:png|jpe?g|gif|bmp|webp);)/i.test(address.trim());

function restrictLink(link: Element): void {
  const address = link.getAttribute("href") ?? "";
  if (address.startsWith("#")) return;
  if (!webAddress(address) && !address.startsWith("mailto:")) link.removeAttribute("href");
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer");
}

/** SVG presentation attributes, which may contain addresses like their CSS properties. */
const presentation =
  /^(?:fill|stroke|filter|mask|clip-path|cursor|marker|marker-(?:start|mid|end)|color-profile)$/i;

const canLoad = (value: string, attribute: string) => presentation.test(attribute) && !isHarmless(value);

/**
 * Keeps only style rules that load nothing. Uses the browser's parser, so that they mean the same when shown; drops at-rules such
 * as imports, fonts and nesting.
 */
export function harmlessRules(css: string): string {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules]
    .flatMap((rule) => {
      if (!(rule instanceof CSSStyleRule)) return [];
      removeLoading(rule.style);
      return `${rule.selectorText} { ${rule.style.cssText} }`;
    })
    .join("\n");
}

/** Removes declarations with addresses outside the document. */
function removeLoading(style: CSSStyleDeclaration): void {
  for (const name of [...style]) if (!isHarmless(style.getPropertyValue(name))) style.removeProperty(name);
  // A shorthand with a variable has no longhand values.
  if (!isHarmless(style.cssText)) style.cssText = "";
}

/** Comments, strings, and internal addresses, which need no further check. */
const opaque =
  /\/\*.*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\burl\(\s*(["']?)(?:blob:|#)[^"'()\\\s]*\1\s*\)/gs;

/** Allowlist: other functions may take an address, now or in future. */
const harmlessFunctions = new Set(
  "rgb rgba hsl hsla calc min max clamp var counter counters rect inset translate scale rotate".split(" "),
);

/** Whether serialised values contain no address. Escapes may spell function names only. */
function isHarmless(values: string): boolean {
  const rest = values.replace(opaque, (found) => (found.startsWith("/*") ? " " : '""'));
  if (/[\\]|\/\*/.test(rest)) return false;
  return [...rest.matchAll(/([-\w\u0080-\uffff]*)\(/g)].every(
    ([, name = ""]) => name === "" || harmlessFunctions.has(name.toLowerCase()),
  );
}
