"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useFormat } from "@/lib/client/format";
import type { HistoryRow } from "@/lib/contract/history";
import { spellOut } from "../values/permission-labels";

/** Label of a change type; types without a translation are spelt out. */
export function useChangeTypeLabel(): (type: string) => string {
  const t = useTranslations("history.types");
  return useCallback((type) => (t.has(type as never) ? (t(type as never) as string) : spellOut(type)), [t]);
}

type DescribedChange = Pick<HistoryRow, "type" | "subject" | "fields">;

/**
 * Text of a change with its subject: "Role added: Accounting", "User changed: First name and E-mail".
 * @param label names the record's fields; they are omitted without it
 */
export function useChangeText<Change extends DescribedChange>(
  label?: (name: string, change: Change) => string,
): (change: Change) => string {
  const typeLabel = useChangeTypeLabel();
  const format = useFormat();
  return useCallback(
    (change) => {
      const { type, subject, fields = [] } = change;
      const what = subject || (label && format.allOf(fields.map((name) => label(name, change))));
      return what ? `${typeLabel(type)}: ${what}` : typeLabel(type);
    },
    [typeLabel, format, label],
  );
}
