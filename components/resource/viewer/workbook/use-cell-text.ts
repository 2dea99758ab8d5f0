"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormat } from "@/lib/client/format";
import { intlLocale } from "@/lib/format/intl-locale";
import { formattedNumber, type NumberFormat } from "@/lib/ooxml/number-format";
import type { TextOfCell } from "./column-widths";
import { fitted, generalText } from "./fit";
import { momentOf } from "./moment";

/** Formats dates and numbers for the user; numbers that do not fit their cell become `###`. */
export function useCellText(isFrom1904: boolean): TextOfCell {
  const t = useTranslations("common");
  const format = useFormat();
  const locale = intlLocale(useLocale());
  const decimalSign = useMemo(
    () =>
      new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".",
    [locale],
  );
  const writeDate = (value: number, { hasDay, hasTime }: NumberFormat) => {
    const [day = "", time = ""] = momentOf(value, isFrom1904)?.split("T") ?? [];
    return [hasDay && format.date(day), hasTime && format.time(time)].filter(Boolean).join(" ");
  };
  return ({ value, style }, digits) => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "string") return value;
    if (!style || style.format.code === "General") return generalText(value, digits, decimalSign);
    return fitted(
      style.format.isDate
        ? writeDate(value, style.format)
        : formattedNumber(value, style.format, locale).trim(),
      digits,
    );
  };
}
