import createPurifier from "dompurify";
import { webAddress } from "../web-address";

let purifier: ReturnType<typeof createPurifier> | undefined;

/** Removes whatever could run, load or send something: the reader makes elements of what the document says. */
export function clean(body: HTMLElement): void {
  purifier ??= newPurifier();
  purifier.sanitize(body, {
    IN_PLACE: true,
    USE_PROFILES: { html: true, svg: true, svgFilters: true, mathMl: true },
    FORBID_TAGS: ["form", "input", "button", "select", "textarea", "style", "video", "audio", "source"],
    FORBID_ATTR: ["srcset", "poster", "background", "ping", "longdesc"],
    // Values that are no addresses pass; the hook decides about each address.
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

/** Whether an address means something that came with the document. */
const isWithin = (address: string) =>
  /^(?:#|blob:|data:image\/(?:png|jpe?g|gif|bmp|webp);)/i.test(address.trim());

function restrictLink(link: Element): void {
  const address = link.getAttribute("href") ?? "";
  if (address.startsWith("#")) return;
  if (!webAddress(address) && !address.startsWith("mailto:")) link.removeAttribute("href");
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer");
}

/** Attributes of SVG that mean what the property of CSS does, and may name an address as it may. */
const presentation =
  /^(?:fill|stroke|filter|mask|clip-path|cursor|marker|marker-(?:start|mid|end)|color-profile)$/i;

const canLoad = (value: string, attribute: string) => presentation.test(attribute) && !isHarmless(value);

/**
 * The rules of a style sheet that load nothing. The browser reads them, so that none is read differently when it is shown; rules
 * of other kinds, which import, declare fonts or nest, are left out.
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

/** Removes declarations that name an address other than one that came with the document. */
function removeLoading(style: CSSStyleDeclaration): void {
  for (const name of [...style]) if (!isHarmless(style.getPropertyValue(name))) style.removeProperty(name);
  // A shorthand with a variable in it has no value by its parts.
  if (!isHarmless(style.cssText)) style.cssText = "";
}

/** Comments, texts, and addresses that came with the document, which name nothing else. */
const opaque =
  /\/\*.*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\burl\(\s*(["']?)(?:blob:|#)[^"'()\\\s]*\1\s*\)/gs;

/** All others may take an address: a list of those that do would miss the next one. */
const harmlessFunctions = new Set(
  "rgb rgba hsl hsla calc min max clamp var counter counters rect inset translate scale rotate".split(" "),
);

/** Whether values, as the browser writes them, name no address. Escapes may spell any function, within names alone. */
function isHarmless(values: string): boolean {
  const rest = values.replace(opaque, (found) => (found.startsWith("/*") ? " " : '""'));
  if (/[\\]|\/\*/.test(rest)) return false;
  return [...rest.matchAll(/([-\w\u0080-\uffff]*)\(/g)].every(
    ([, name = ""]) => name === "" || harmlessFunctions.has(name.toLowerCase()),
  );
}
