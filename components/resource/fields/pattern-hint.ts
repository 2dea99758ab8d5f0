"use client";
import { useTranslations } from "next-intl";
import { isToken, splitPattern } from "@/lib/format/pattern";

/** Localises pattern letters: `DD.MM.YYYY` is `TT.MM.JJJJ` in German. */
export function usePatternHint(): (pattern: string) => string {
  const t = useTranslations("fields.letters");
  const letters: Record<string, string> = {
    YYYY: t("year").repeat(4),
    MM: t("month").repeat(2),
    DD: t("day").repeat(2),
    HH: t("hour").repeat(2),
    hh: t("hour").repeat(2),
    mm: t("minute").repeat(2),
    a: "am/pm",
  };
  return (pattern) =>
    splitPattern(pattern)
      .map((part) => (isToken(part) ? letters[part] : part))
      .join("");
}
