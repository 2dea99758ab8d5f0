import { isCompoundFile, readCompoundFile } from "./mail/compound-file";
import { FileProblem, readWhole } from "./read-file";
import type { ViewerFile } from "./viewer-file";
import { openPackage, type Package } from "./zip/unpack";

const megabyte = 1024 * 1024;
const maxFileBytes = 40 * megabyte;
/** What an honest document of 40 MB stays far below, and a bomb does not. */
const limits = { entry: 60 * megabyte, total: 200 * megabyte, entries: 5_000 };

/** A document of the newer office programs, which is an archive of XML (ECMA-376 part 2). @throws {FileProblem} */
export async function openOfficeFile(file: ViewerFile, signal: AbortSignal): Promise<Package> {
  const blob = await readWhole(file.addresses.original, maxFileBytes, signal);
  if (isCompoundFile(await bytesOf(blob.slice(0, 8)))) {
    // Where it has a password, the archive lies in a file of another form (MS-OFFCRYPTO, section 1.3.2).
    const { streams } = readCompoundFile(await bytesOf(blob));
    throw new FileProblem(streams.has("EncryptedPackage") ? "protected" : "unreadable");
  }
  return openPackage(blob, limits);
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** What a part of a document refers to. */
export interface Relation {
  id: string;
  /** The last word of its type, such as `styles`. */
  type: string;
  /** The name of the part that it leads to. */
  target: string;
}

/** The relations of a part, or of the whole document; none that lead out of it. @param part empty for the whole document */
export async function relationsOf(parts: Package, part = ""): Promise<Relation[]> {
  const [folder, name] = [part.slice(0, part.lastIndexOf("/") + 1), part.slice(part.lastIndexOf("/") + 1)];
  const bytes = await parts.read(`${folder}_rels/${name}.rels`);
  if (!bytes) return [];
  return elements(parseXml(new TextDecoder().decode(bytes)), "Relationship")
    .filter((relation) => relation.getAttribute("TargetMode") !== "External")
    .map((relation) => ({
      id: relation.getAttribute("Id") ?? "",
      type: /\w*$/.exec(relation.getAttribute("Type") ?? "")?.[0] ?? "",
      target: nameFrom(relation.getAttribute("Target") ?? "", folder),
    }));
}

/** The name of a part that is written as an address within a folder; empty for what is no address. */
function nameFrom(address: string, folder: string): string {
  try {
    return decodeURI(new URL(address.replaceAll("\\", "/"), `file:///${folder}`).pathname).slice(1);
  } catch {
    return "";
  }
}

/** The part that a document begins with, which programs call as they like. @param usual what most call it */
export async function mainPart(parts: Package, usual: string): Promise<string> {
  const found = (await relationsOf(parts)).find(({ type }) => type === "officeDocument");
  return found?.target ?? usual;
}

/** @throws {FileProblem} for a type declaration too, which no office program writes and which may swell what it declares */
export function parseXml(text: string): Document {
  if (declaresTypes(text)) throw new FileProblem("unreadable");
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.getElementsByTagName("parsererror").length > 0) throw new FileProblem("unreadable");
  return document;
}

/** Types are declared before the root alone, behind as many comments and instructions as there may be. */
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

/** All elements below of that name, whatever prefix they have. */
export function elements(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagNameNS("*", name)];
}
