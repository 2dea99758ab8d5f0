"use client";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";
import { isLanguage, languageNames } from "@/lib/i18n/language";
import { guessType, isAttributeValue } from "../../values/display-type";
import { usePermissionLabel } from "../../values/permission-labels";

/** Returns the text of a field's value in a sentence; empty without a value. */
export function useValueText(): (name: string, value: unknown) => string {
  const common = useTranslations("common");
  const permissionLabel = usePermissionLabel();
  const format = useFormat();
  const textOf = (name: string, value: unknown): string => {
    if (value === undefined || value === null || value === "") return "";
    if (Array.isArray(value)) return format.allOf(value.map((entry) => textOf(name, entry)));
    if (isAttributeValue(value)) return textOf(name, value.value);
    if (typeof value === "number") return format.number(value);
    if (typeof value === "object") return JSON.stringify(value);
    if (name === "permissions") return permissionLabel(String(value));
    if (name === "languageSymbol" && isLanguage(value)) return languageNames[value];
    const text = String(value);
    const type = guessType(value);
    if (type === "boolean" || /^(true|false)$/.test(text)) return common(text === "true" ? "yes" : "no");
    if (type === "dateTime" || type === "date") return format[type](text) || text;
    return withoutTags(text);
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
