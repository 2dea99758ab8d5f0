import { isCompoundFile } from "@/lib/ooxml/compound-file";
import { type Relation, relationOf, relationsPart } from "@/lib/ooxml/relations";
import { readCompoundFile } from "./mail/compound-file";
import { FileProblem, readWhole } from "./read-file";
import type { ViewerFile } from "./viewer-file";
import { openPackage, type Package } from "./zip/unpack";

const megabyte = 1024 * 1024;
const maxFileBytes = 40 * megabyte;
/** Far above valid documents of 40 MB, and below zip bombs. */
const limits = { entry: 60 * megabyte, total: 200 * megabyte, entries: 5_000 };

/** Opens an Office Open XML document, a ZIP archive (ECMA-376 part 2). @throws {FileProblem} */
export async function openOfficeFile(file: ViewerFile, signal: AbortSignal): Promise<Package> {
  const blob = await readWhole(file.addresses.original, maxFileBytes, signal);
  if (isCompoundFile(await bytesOf(blob.slice(0, 8)))) {
    // A document with a password is a compound file that contains the encrypted archive (MS-OFFCRYPTO, section 1.3.2).
    const { streams } = readCompoundFile(await bytesOf(blob));
    throw new FileProblem(streams.has("EncryptedPackage") ? "protected" : "unreadable");
  }
  return openPackage(blob, limits);
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** Returns the internal relations of a part or of the whole document. @param part empty for the whole document */
export async function relationsOf(parts: Package, part = ""): Promise<Relation[]> {
  const bytes = await parts.read(relationsPart(part));
  if (!bytes) return [];
  return elements(parseXml(new TextDecoder().decode(bytes)), "Relationship").flatMap(
    (relation) => relationOf((attribute) => relation.getAttribute(attribute), part) ?? [],
  );
}

/** Returns the main part; its name depends on the program. @param usual its most common name */
export async function mainPart(parts: Package, usual: string): Promise<string> {
  const found = (await relationsOf(parts)).find(({ type }) => type === "officeDocument");
  return found?.target ?? usual;
}

/** @throws {FileProblem} also for a document type declaration, which office programs never write and which may expand entities */
export function parseXml(text: string): Document {
  if (declaresTypes(text)) throw new FileProblem("unreadable");
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.getElementsByTagName("parsererror").length > 0) throw new FileProblem("unreadable");
  return document;
}

/** Declarations precede the root, after any number of comments and instructions. */
function declaresTypes(text: string): boolean {
  let at = text.indexOf("<");
  for (;;) {
    const [begun, end] = text.startsWith("<?", at) ? ["<?", "?>"] : ["<!--", "-->"];
    if (!text.startsWith(begun, at)) return text.startsWith("<!DOCTYPE", at);
    const ended = text.indexOf(end, at + begun.length);
    if (ended < 0) return false;
    at = text.indexOf("<", ended);
  }
}

/** Returns all descendants with that local name. */
export function elements(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagNameNS("*", name)];
}
