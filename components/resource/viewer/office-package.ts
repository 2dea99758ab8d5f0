import { FileProblem, readWhole } from "./read-file";
import type { ViewerFile } from "./viewer-file";
import { openPackage, type Package } from "./zip/unpack";

const megabyte = 1024 * 1024;
const largestFile = 40 * megabyte;
/** What an honest document of 40 MB stays far below, and a bomb does not. */
const limits = { entry: 60 * megabyte, total: 200 * megabyte, entries: 5_000 };

/** A document of the newer office programs, which is an archive of XML (ECMA-376 part 2). @throws {FileProblem} */
export async function openOfficeFile(file: ViewerFile, signal: AbortSignal): Promise<Package> {
  return openPackage(await readWhole(file.addresses.original, largestFile, signal), limits);
}

/** @throws {FileProblem} for a type declaration too, which no office program writes and which may swell what it declares */
export function parseXml(text: string): Document {
  if (text.slice(0, 1_000).includes("<!DOCTYPE")) throw new FileProblem("unreadable");
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.getElementsByTagName("parsererror").length > 0) throw new FileProblem("unreadable");
  return document;
}

/** All elements below of that name, whatever prefix they have. */
export function elements(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagNameNS("*", name)];
}
