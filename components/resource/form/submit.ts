"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, type FieldFault } from "@/lib/client/api/error";
import { rulesOf } from "./translated-faults";

/** What stands above the form after a save failed. */
export interface Problem {
  kind: "fields" | "gone" | "forbidden" | "signedOut" | "connectionLost" | "unavailable" | "other";
  /** In the user's language, from the server. */
  messages: readonly string[];
  /** What the server said of what is no field here. */
  faults?: readonly FieldFault[];
  requestId?: string;
}

const kinds: Readonly<Record<number, Problem["kind"]>> = {
  0: "connectionLost",
  401: "signedOut",
  403: "forbidden",
  404: "gone",
  429: "unavailable",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/**
 * Puts the server's answer where it belongs: messages on the fields they name (FM-04), everything else above
 * the form. Nothing that was typed is touched.
 */
export function placeFailure<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fieldNames: readonly string[],
): Problem {
  if (!(error instanceof ApiError)) return { kind: "other", messages: [] };
  const { status, requestId, serverMessage } = error;
  const placed = placeServerErrors(error.fieldErrors, fieldNames);
  // In the order of the form, whatever order the server chose.
  const marked = fieldNames.filter((name) => placed.fields.has(name));
  for (const name of marked) {
    const faults = placed.fields.get(name) ?? [];
    const message = faults.map(({ errorMessage }) => errorMessage).join(" ");
    form.setError(name as Path<Values>, { type: "server", message, types: rulesOf(faults) });
  }
  if (error.fieldErrors.length > 0) return { kind: "fields", messages: [], faults: placed.form, requestId };
  const kind = kinds[status] ?? "other";
  // The other kinds have a sentence of their own, which says more than a title such as 'Not Found'.
  const said = kind === "other" ? error.said : serverMessage;
  return { kind, messages: said ? [said] : [], requestId };
}

interface PlacedErrors {
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
