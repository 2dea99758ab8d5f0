"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Messages } from "@/lib/i18n/namespaces";

type WithFields = {
  [Name in keyof Messages]: Messages[Name] extends { fields: object } ? Name : never;
}[keyof Messages];

/** An area with texts of fields, or a part of one, such as `tenants.users`. */
export type TextPlace = WithFields | `${keyof Messages}.${string}`;

/** Returns the label of a field: from the place, its area, else from the history, else the technical name. */
export function useFieldLabel(place: TextPlace): (name: string) => string {
  const labelOf = useFieldLabels();
  return useCallback((name) => labelOf(place, name), [labelOf, place]);
}

/** Like {@link useFieldLabel}, for any place. */
export function useFieldLabels(): (place: string, name: string) => string {
  const t = useTranslations();
  return useCallback(
    (place, name) => {
      const [area] = place.split(".");
      const key = [place, area, "history"]
        .map((where) => `${where}.fields.${name}`)
        .find((candidate) => t.has(candidate as never));
      return key === undefined ? name : (t(key as never) as string);
    },
    [t],
  );
}
