import type { FieldFault } from "@/lib/client/api/error";

export interface PlacedErrors {
  /** Field name → what was said of it, in the order the server gave. */
  fields: ReadonlyMap<string, readonly FieldFault[]>;
  /** What was said of a property that is none of the form's fields; shown above the form. */
  form: readonly FieldFault[];
}

/**
 * Sorts the server's propertyName/errorMessage pairs onto the fields of a form (FM-04). Names are compared
 * without regard to case, and a nested name such as `profile.email` or `roleIds[0]` goes to the field it begins
 * or ends with, because servers write them differently.
 */
export function placeServerErrors(
  errors: readonly FieldFault[],
  fieldNames: readonly string[],
): PlacedErrors {
  const fields = new Map<string, FieldFault[]>();
  const form: FieldFault[] = [];
  for (const error of errors) {
    const field = fieldFor(error.propertyName, fieldNames);
    if (field === undefined) form.push(error);
    else fields.set(field, [...(fields.get(field) ?? []), error]);
  }
  return { fields, form };
}

function fieldFor(propertyName: string, fieldNames: readonly string[]): string | undefined {
  const parts = propertyName.split(/[.[\]]+/).filter((part) => part !== "");
  const candidates = [propertyName, parts[0], parts.at(-1)];
  for (const candidate of candidates) {
    const field = fieldNames.find((name) => name.toLowerCase() === candidate?.toLowerCase());
    if (field) return field;
  }
  return undefined;
}
