"use client";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { intlLocale } from "@/lib/format/intl-locale";

/** Writes a part of one as people read it: `125 %`. */
export function usePercent(): (part: number) => string {
  const locale = intlLocale(useLocale());
  return useMemo(() => new Intl.NumberFormat(locale, { style: "percent" }).format, [locale]);
}
