import { parseAsync, renderDocument } from "docx-preview";
import { elements, mainPart, parseXml } from "../office-package";
import { FileProblem } from "../read-file";
import { storedZip } from "../zip/stored";
import type { Package } from "../zip/unpack";
import { clean, harmlessRules } from "./clean";

export interface WordPages {
  /** Styles and pages without active content. */
  nodes: Node[];
  /** Revokes the object URLs of pictures. */
  release: () => void;
}

/**
 * Skipped parts: programs, embedded files, HTML, fonts forbidden by our policy, and SVGs of unknown cost, for which Word stores a
 * raster picture.
 */
const leftOut = /\.(?:bin|svg)$|(?:^|\/)(?:embeddings|activeX|fonts|afchunk[^/]*)(?:\/|$)|\.html?$|\.mht$/i;

/** Renders a Word document. @throws {FileProblem} */
export async function renderWord(parts: Package): Promise<WordPages> {
  if (!(await parts.read(await mainPart(parts, "word/document.xml")))) throw new FileProblem("unreadable");
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of parts.names) {
    const bytes = leftOut.test(name) ? undefined : await parts.read(name);
    if (!bytes) continue;
    if (/\.(?:xml|rels)$/i.test(name)) refuseTypeDeclaration(bytes);
    files.set(name, bytes);
  }
  return laidOut(files).catch(() => laidOut(replaceUnsupported(files)));
}

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Replaces constructs unsupported by the reader: alternate pictures by their fallback, and formulas by their text. */
function replaceUnsupported(files: Files): Files {
  const left = new Map(files);
  for (const [name, bytes] of files) {
    if (!/^word\/[^/]+\.xml$/i.test(name)) continue;
    const part = parseXml(new TextDecoder().decode(bytes));
    for (const choice of elements(part, "AlternateContent"))
      if (choice.parentElement?.localName === "pic")
        choice.replaceWith(...(elements(choice, "Fallback")[0]?.childNodes ?? []));
    const namespace = part.documentElement.namespaceURI;
    for (const formula of elements(part, "oMath")) {
      const [run, text] = ["w:r", "w:t"].map((tag) => part.createElementNS(namespace, tag)) as [
        Element,
        Element,
      ];
      text.textContent = elements(formula, "t")
        .map(({ textContent }) => textContent)
        .join("");
      run.append(text);
      formula.replaceWith(run);
    }
    for (const formulas of elements(part, "oMathPara")) formulas.replaceWith(...formulas.childNodes);
    left.set(name, new TextEncoder().encode(new XMLSerializer().serializeToString(part)));
  }
  return left;
}

async function laidOut(files: Files): Promise<WordPages> {
  const addresses: string[] = [];
  const release = () => addresses.splice(0).map((address) => URL.revokeObjectURL(address));
  try {
    const word = await parseAsync(storedZip(files), options);
    // Records object URLs, which only the caller can revoke, including those of removed content.
    const make = word.blobToURL;
    word.blobToURL = (...given: unknown[]) => {
      const address: string | null = make.apply(word, given);
      if (address) addresses.push(address);
      return address;
    };
    const made = await renderDocument(word, options);
    const body = document.createElement("div");
    const isStyle = (node: Node) => node.nodeName === "STYLE";
    body.append(...made.filter((node) => !isStyle(node)));
    clean(body);
    const style = document.createElement("style");
    const rules = made.filter(isStyle).map(({ textContent }) => harmlessRules(textContent ?? ""));
    style.textContent = [...rules, own].join("\n");
    return { nodes: [style, ...body.childNodes], release };
  } catch (error) {
    release();
    throw error;
  }
}

const options = {
  className: "docx",
  ignoreFonts: true,
  renderAltChunks: false,
  renderComments: false,
  renderChanges: false,
  experimental: false,
  useBase64URL: false,
  debug: false,
};

/** Paper is white in dark mode, too. */
const own = `
:host { color-scheme: only light; }
.docx-wrapper { background: transparent !important; padding: 16px 16px 88px !important; }
.docx-wrapper > section.docx { color: black; box-shadow: var(--shadow-float) !important; margin-bottom: 16px !important; }
`;

/** Word writes no declarations, and entities may expand. */
function refuseTypeDeclaration(bytes: Uint8Array): void {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000));
  if (start.includes("<!DOCTYPE")) throw new FileProblem("unreadable");
}
