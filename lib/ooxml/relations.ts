/** Reference from one part of a document to another (ECMA-376 part 2, 6.5). */
export interface Relation {
  id: string;
  /** Last segment of its type, such as `styles`. */
  type: string;
  /** Name of the target part; empty if invalid. */
  target: string;
}

/** Name of the part that has the relations of a part, or of the whole document for an empty name. */
export function relationsPart(part: string): string {
  const folder = folderOf(part);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
}

/**
 * Reads an element `Relationship`.
 * @param attribute returns the value of an attribute, if any
 * @param part the part with the relation, empty for the whole document
 * @returns undefined for references to something outside the document
 */
export function relationOf(
  attribute: (name: string) => string | null | undefined,
  part: string,
): Relation | undefined {
  if (attribute("TargetMode") === "External") return undefined;
  return {
    id: attribute("Id") ?? "",
    type: /\w*$/.exec(attribute("Type") ?? "")?.[0] ?? "",
    target: nameFrom(attribute("Target") ?? "", folderOf(part)),
  };
}

/** Resolves an address relative to a folder to a part name. */
function nameFrom(address: string, folder: string): string {
  try {
    return decodeURI(new URL(address.replaceAll("\\", "/"), `file:///${folder}`).pathname).slice(1);
  } catch {
    return "";
  }
}

const folderOf = (part: string) => part.slice(0, part.lastIndexOf("/") + 1);
