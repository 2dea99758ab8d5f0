"use client";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";
import { isLanguage, languageNames } from "@/lib/i18n/language";

/** Returns the text of a field's value in a sentence; empty without a value. */
export function useValueText(): (name: string, value: unknown) => string {
  const common = useTranslations("common");
  const format = useFormat();
  const textOf = (name: string, value: unknown): string => {
    if (value === undefined || value === null) return "";
    if (Array.isArray(value)) return format.allOf(value.map((entry) => textOf(name, entry)));
    if (typeof value === "number") return format.number(value);
    // The value of an attribute comes with its type.
    if (typeof value === "object")
      return "value" in value ? textOf(name, value.value) : JSON.stringify(value);
    const text = String(value);
    if (name === "languageSymbol" && isLanguage(text)) return languageNames[text];
    if (text === "true" || text === "false") return common(text === "true" ? "yes" : "no");
    return format.dateTime(text) || withoutTags(text);
  };
  return textOf;
}

/** Rich text as one line; nothing is rendered as HTML. */
const withoutTags = (text: string) =>
  /^<[a-z][\s\S]*>$/i.test(text)
    ? text
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim()
    : text;
