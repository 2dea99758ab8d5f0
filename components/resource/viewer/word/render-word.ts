import { renderAsync } from "docx-preview";
import createPurifier from "dompurify";
import { FileProblem } from "../read-file";
import { webAddress } from "../web-address";
import { storedZip } from "../zip/stored";
import type { Package } from "../zip/unpack";

export interface WordPages {
  /** Styles and pages, with nothing in them that runs. */
  nodes: Node[];
  /** Gives the memory of the pictures back. */
  release: () => void;
}

/** Parts that are left out: programs, other files, pages of HTML, and fonts, which our policy would not load. */
const leftOut = /\.bin$|(?:^|\/)(?:embeddings|activeX|fonts|afchunk[^/]*)(?:\/|$)|\.html?$|\.mht$/i;

/** Lays out a document of Word. @throws {FileProblem} */
export async function renderWord(parts: Package): Promise<WordPages> {
  if (!parts.names.includes("word/document.xml")) throw new FileProblem("unreadable");
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of parts.names) {
    const bytes = leftOut.test(name) ? undefined : await parts.read(name);
    if (!bytes) continue;
    if (/\.(?:xml|rels)$/i.test(name)) refuseTypeDeclaration(bytes);
    files.set(name, bytes);
  }
  const [body, styles] = [document.createElement("div"), document.createElement("div")];
  await renderAsync(storedZip(files), body, styles, {
    className: "docx",
    ignoreFonts: true,
    renderAltChunks: false,
    renderComments: false,
    renderChanges: false,
    experimental: false,
    useBase64URL: false,
    debug: false,
  });
  clean(body);
  const addresses = [...body.querySelectorAll("img, image")].flatMap((picture) =>
    ["src", "href", "xlink:href"].map((name) => picture.getAttribute(name) ?? ""),
  );
  const style = document.createElement("style");
  style.textContent = `${[...styles.querySelectorAll("style")].map((one) => one.textContent).join("\n")}\n${own}`;
  return {
    nodes: [style, ...body.childNodes],
    release() {
      for (const address of addresses) if (address.startsWith("blob:")) URL.revokeObjectURL(address);
    },
  };
}

/** Paper is white in the dark, too. */
const own = `
:host { color-scheme: only light; }
.docx-wrapper { background: transparent !important; padding: 16px 16px 88px !important; }
.docx-wrapper > section.docx { color: black; box-shadow: var(--shadow-float) !important; margin-bottom: 16px !important; }
`;

let purifier: ReturnType<typeof createPurifier> | undefined;

/** Takes out whatever could run, load or send something: the reader makes elements of what the document says. */
function clean(body: HTMLElement): void {
  purifier ??= newPurifier();
  purifier.sanitize(body, {
    IN_PLACE: true,
    USE_PROFILES: { html: true, svg: true, svgFilters: true, mathMl: true },
    FORBID_TAGS: ["form", "input", "button", "select", "textarea", "style", "video", "audio", "source"],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#|blob:|data:image\/(?:png|jpe?g|gif|bmp|webp);)/i,
    ALLOW_DATA_ATTR: false,
  });
}

function newPurifier() {
  const made = createPurifier(window);
  made.addHook("afterSanitizeAttributes", (element) => {
    if (element.localName !== "a") return;
    const address = element.getAttribute("href") ?? "";
    if (address.startsWith("#")) return;
    if (!webAddress(address) && !address.startsWith("mailto:")) element.removeAttribute("href");
    element.setAttribute("target", "_blank");
    element.setAttribute("rel", "noopener noreferrer");
  });
  return made;
}

/** Word writes none, and what one declares may swell while it is read. */
function refuseTypeDeclaration(bytes: Uint8Array): void {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000));
  if (start.includes("<!DOCTYPE")) throw new FileProblem("unreadable");
}
