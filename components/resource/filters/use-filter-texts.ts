"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormat } from "@/lib/client/format";
import type { Filter, FilterOperator, FilterType } from "@/lib/contract/filters";
import type { FilterTarget } from "./filter-control";

/** Texts for filters. */
export function useFilterTexts(targets: readonly FilterTarget[]) {
  const t = useTranslations("resource.filters");
  const format = useFormat();
  return useMemo(() => {
    const header = (id: string) => targets.find((target) => target.id === id)?.header ?? "…";
    const operator = (type: FilterType, name: FilterOperator) =>
      t(`operators.${type === "day" ? "date" : type}.${name}` as "operators.text.contains");
    const value = (type: FilterType, id: string, text: string) => {
      if (type === "date" || type === "day") return format.date(text);
      if (type === "number") return format.number(Number(text));
      if (type === "flag") return t(text === "yes" ? "yes" : "no");
      if (type === "choice") return targets.find((target) => target.id === id)?.choice?.(text) ?? text;
      if (type === "record") return text;
      return t("quoted", { text });
    };
    return {
      header,
      operator,
      /** Options of an enum column. */
      options: ({ column, choice }: FilterTarget) =>
        column.type === "choice" ? column.values.map((option) => choice?.(option) ?? option).join(", ") : "",
      /** Such as: Last name contains “müller”. */
      sentence: ({ column, type: stated, operator: name, values }: Filter) => {
        const type = targets.find(({ id }) => id === column)?.column.type ?? stated;
        // Attributes and their labels are still loading.
        if (type === "attribute") return "…";
        const shown = values.map((text) => value(type, column, text));
        const joined =
          name === "between" ? t("range", { from: shown[0] ?? "", to: shown[1] ?? "" }) : format.anyOf(shown);
        return [header(column), operator(type, name), joined].filter(Boolean).join(" ");
      },
    };
  }, [t, format, targets]);
}
