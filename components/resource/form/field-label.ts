"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Messages } from "@/lib/i18n/namespaces";

type WithFields = {
  [Name in keyof Messages]: Messages[Name] extends { fields: object } ? Name : never;
}[keyof Messages];

/** Returns the label of a field: from the area, else from the history, else the technical name. */
export function useFieldLabel(area: WithFields): (name: string) => string {
  const labelOf = useFieldLabels();
  return useCallback((name) => labelOf(area, name), [labelOf, area]);
}

/** Like {@link useFieldLabel}, for records of any area. */
export function useFieldLabels(): (area: string, name: string) => string {
  const t = useTranslations();
  return useCallback(
    (area, name) => {
      const key = [`${area}.fields.${name}`, `history.fields.${name}`].find((candidate) =>
        t.has(candidate as never),
      );
      return key === undefined ? name : (t(key as never) as string);
    },
    [t],
  );
}
