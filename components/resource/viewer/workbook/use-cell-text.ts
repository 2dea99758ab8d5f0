"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormat } from "@/lib/client/format";
import { intlLocale } from "@/lib/format/intl-locale";
import type { TextOfCell } from "./column-widths";
import { fitted, generalText } from "./fit";
import { momentOf, type NumberFormat } from "./number-format";

/** Formats dates and numbers for the user; numbers that do not fit their cell become `###`. */
export function useCellText(isFrom1904: boolean): TextOfCell {
  const t = useTranslations("common");
  const format = useFormat();
  const locale = intlLocale(useLocale());
  // Creating a formatter costs a thousand times as much as using it, and a sheet needs only a few.
  const formatters = useMemo(() => ({ locale, made: new Map<string, Intl.NumberFormat>() }), [locale]);
  const formatterOf = (kind: "number" | "percent", decimals: number, isGrouped: boolean) => {
    const key = `${kind} ${decimals} ${isGrouped}`;
    const formatter =
      formatters.made.get(key) ??
      new Intl.NumberFormat(formatters.locale, {
        style: kind === "percent" ? "percent" : "decimal",
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: isGrouped,
      });
    formatters.made.set(key, formatter);
    return formatter;
  };
  const decimalSign = useMemo(
    () =>
      new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".",
    [locale],
  );
  const writeNumber = (value: number, style: Exclude<NumberFormat, { kind: "general" }>): string => {
    if (style.kind === "number" || style.kind === "percent") {
      const { kind, decimals, isGrouped, before, after } = style;
      return before + formatterOf(kind, decimals, isGrouped).format(value) + after;
    }
    const [day = "", time = ""] = momentOf(value, isFrom1904)?.split("T") ?? [];
    const parts = {
      date: [format.date(day)],
      time: [format.time(time)],
      dateTime: [format.date(day), format.time(time)],
    };
    return parts[style.kind].join(" ");
  };
  return ({ value, style }, digits) => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "string") return value;
    const cellFormat = style?.format ?? { kind: "general" };
    return cellFormat.kind === "general"
      ? generalText(value, digits, decimalSign)
      : fitted(writeNumber(value, cellFormat), digits);
  };
}
