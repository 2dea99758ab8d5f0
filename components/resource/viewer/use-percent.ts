"use client";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { intlLocale } from "@/lib/format/intl-locale";

/** Formats a fraction as a percentage: `125 %`. */
export function usePercent(): (part: number) => string {
  const locale = intlLocale(useLocale());
  return useMemo(() => new Intl.NumberFormat(locale, { style: "percent" }).format, [locale]);
}
