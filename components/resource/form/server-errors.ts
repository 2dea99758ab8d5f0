import type { FieldError } from "@/lib/contract/errors";

export interface PlacedErrors {
  /** Field name → the messages for it, in the order the server gave. */
  fields: ReadonlyMap<string, string>;
  /** Messages whose property is none of the form's fields; shown above the form. */
  form: readonly string[];
}

/**
 * Sorts the server's propertyName/errorMessage pairs onto the fields of a form (FM-04). Names are compared
 * without regard to case, and a nested name such as `profile.email` or `roleIds[0]` goes to the field it begins
 * or ends with, because servers write them differently.
 */
export function placeServerErrors(
  errors: readonly FieldError[],
  fieldNames: readonly string[],
): PlacedErrors {
  const fields = new Map<string, string>();
  const form: string[] = [];
  for (const { propertyName, errorMessage } of errors) {
    const field = fieldFor(propertyName, fieldNames);
    if (field === undefined) form.push(errorMessage);
    else fields.set(field, [fields.get(field), errorMessage].filter(Boolean).join(" "));
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
