"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { spellOut } from "../permissions/labels";

/** What happened, in the user's language; what nobody translated is spelt out. */
export function useChangeTypeLabel(): (type: string) => string {
  const t = useTranslations("history.types");
  return useCallback((type) => (t.has(type as never) ? (t(type as never) as string) : spellOut(type)), [t]);
}
