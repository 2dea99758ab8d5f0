"use client";
import { useTranslations } from "next-intl";
import { createFormat } from "@/lib/format/format";
import { isLanguage } from "@/lib/i18n/language";
import { defaultPreferences, fallbackLanguage } from "@/lib/preferences/preferences";
import { usePatternHint } from "./pattern-hint";

const examples = {
  longDateFormat: { show: "longDate", value: "2026-12-31" },
  shortDateFormat: { show: "date", value: "2026-12-31" },
  longTimeFormat: { show: "longTime", value: "15:04:09" },
  shortTimeFormat: { show: "time", value: "15:04" },
} as const;

export type FormatName = keyof typeof examples;

/** Example of a date or time format: `31.12.2026 (DD.MM.YYYY)`, in the given language. */
export function useFormatExample(language: string): (name: FormatName, pattern: string) => string {
  const t = useTranslations("fields");
  const hint = usePatternHint();
  return (name, pattern) => {
    const { show, value } = examples[name];
    const format = createFormat({
      preferences: { ...defaultPreferences, [name]: pattern },
      language: isLanguage(language) ? language : fallbackLanguage,
      timeZone: "UTC",
    });
    const example = format[show](value);
    // Days up to 12 are ambiguous.
    const isNumeric = pattern.includes("DD");
    return isNumeric ? t("formatExample", { example, pattern: hint(pattern) }) : example;
  };
}
