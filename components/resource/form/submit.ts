"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, type FieldFault } from "@/lib/client/api/error";
import { rulesOf } from "./translated-faults";

/** Error shown above the form after a failed save. */
export interface Problem {
  kind: "fields" | "gone" | "forbidden" | "signedOut" | "connectionLost" | "unavailable" | "other";
  /** Translated messages from the server. */
  messages: readonly string[];
  /** Faults reported by the server for properties without a field. */
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

/** Distributes the server's errors: field messages to their fields (FM-04), the rest above the form. Input stays unchanged. */
export function placeFailure<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fieldNames: readonly string[],
): Problem {
  if (!(error instanceof ApiError)) return { kind: "other", messages: [] };
  const { status, code, requestId, serverMessage } = error;
  const placed = placeServerErrors(error.fieldErrors, fieldNames);
  // In the order of the form, not of the server.
  const marked = fieldNames.filter((name) => placed.fields.has(name));
  for (const name of marked) {
    const faults = placed.fields.get(name) ?? [];
    const message = faults.map(({ errorMessage }) => errorMessage).join(" ");
    form.setError(name as Path<Values>, { type: "server", message, types: rulesOf(faults) });
  }
  if (error.fieldErrors.length > 0) return { kind: "fields", messages: [], faults: placed.form, requestId };
  // The user has the permission, but cancelled the confirmation.
  const kind = code === "confirmationNeeded" ? "other" : (kinds[status] ?? "other");
  // The other kinds have their own text, which says more than a title such as 'Not Found'.
  const said = kind === "other" ? error.said : serverMessage;
  return { kind, messages: said ? [said] : [], requestId };
}

interface PlacedErrors {
  /** Faults by field name, in the server's order. */
  fields: ReadonlyMap<string, readonly FieldFault[]>;
  /** Faults of properties that are not form fields; shown above the form. */
  form: readonly FieldFault[];
}

/**
 * Maps the server's propertyName/errorMessage pairs to form fields (FM-04). Ignores case, and maps nested names such as
 * `profile.email` or `roleIds[0]` to the field they start or end with, since servers write them differently.
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
