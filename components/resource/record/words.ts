"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { RecordCalls } from "./kind";

interface RecordTexts {
  (key: string, values?: Readonly<Record<string, string | number>>): string;
  has(key: string): boolean;
}

/** Texts of the area. `RecordArea` ensures at the declaration that the required ones exist. */
export function useRecordTexts({ list }: RecordCalls): RecordTexts {
  return useTranslations(list.area) as unknown as RecordTexts;
}

/** Returns the label of a value in an enum column. */
export function useChoiceTexts(calls: RecordCalls): (column: string, value: string) => string {
  const t = useRecordTexts(calls);
  return useMemo(
    () => (column, value) => (t.has(`choices.${column}.${value}`) ? t(`choices.${column}.${value}`) : value),
    [t],
  );
}
