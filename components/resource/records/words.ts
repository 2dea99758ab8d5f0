"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { RecordCalls } from "./kind";

interface RecordTexts {
  (key: string, values?: Readonly<Record<string, string | number>>): string;
  has(key: string): boolean;
}

/** The area's words. That it has those that all areas need is settled where its screens are declared, see `RecordArea`. */
export function useRecordTexts({ list }: RecordCalls): RecordTexts {
  return useTranslations(list.area) as unknown as RecordTexts;
}

/** What the values of a column of choices are called. */
export function useChoiceTexts(calls: RecordCalls): (column: string, value: string) => string {
  const t = useRecordTexts(calls);
  return useMemo(
    () => (column, value) => (t.has(`choices.${column}.${value}`) ? t(`choices.${column}.${value}`) : value),
    [t],
  );
}
