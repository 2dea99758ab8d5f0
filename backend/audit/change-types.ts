import { changePrefix as prefixOf } from "../../lib/contract/history";

/** Whether a type's entries record a whole record, rather than a part of it. */
const isWholeState = (idName: string, type: string): boolean =>
  ["Created", "Updated", "Restored"].some((what) => type === prefixOf(idName) + what);

/** The type of changes recorded separately from a record: `RolePermissionsChanged`. */
export const apartType = (idName: string, name: string) =>
  `${prefixOf(idName)}${name.charAt(0).toUpperCase()}${name.slice(1)}Changed`;

interface Restorable {
  idName: string;
  parts: readonly { change: string; seenWith: readonly string[] }[];
  /** Properties recorded separately from the record, such as `permissions`. */
  apart: readonly string[];
  held: ReadonlySet<string>;
}

/** Whether a record can be restored to its state after a change of that type: one of itself or of its parts. */
export function isRestorable({ idName, parts, apart, held }: Restorable, type: string): boolean {
  if (isWholeState(idName, type)) return true;
  if (apart.some((name) => type === apartType(idName, name))) return true;
  return parts.some(
    ({ change, seenWith }) =>
      ["Added", "Removed", "Changed"].some((what) => type === change + what) &&
      seenWith.every((permission) => held.has(permission)),
  );
}
