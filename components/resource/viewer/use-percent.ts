"use client";
import { useLocale } from "next-intl";
import { intlLocale } from "@/lib/format/intl-locale";

/** Writes a part of one as people read it: `125 %`. */
export function usePercent(): (part: number) => string {
  const { format } = new Intl.NumberFormat(intlLocale(useLocale()), { style: "percent" });
  return format;
}
