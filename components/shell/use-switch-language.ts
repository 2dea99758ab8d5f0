"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";
import { useLanguage } from "@/lib/i18n/language-provider";
import type { Language } from "@/lib/preferences/preferences";
import { showSaved } from "@/lib/preferences/settings-writer";
import { reportError } from "./messages/report-error";

/** Shows the product in another language without a reload, and remembers it for the user (PR-02). */
export function useSwitchLanguage(): (language: Language) => Promise<void> {
  const { setLanguage } = useLanguage();
  const client = useQueryClient();
  const t = useTranslations("common");
  const save = useMutation({
    mutationFn: (symbol: Language) => call(contract.user.saveLanguage, { params: { symbol } }),
    meta: { silent: "success" },
    // One after the other: what is saved last is what was chosen last.
    scope: { id: "languageSymbol" },
    onSuccess: (_, symbol) => showSaved(client, new Map([["languageSymbol", symbol]])),
  });
  return async (language) => {
    try {
      if (!(await setLanguage(language))) return;
    } catch (error) {
      reportError(t("errorOccurred"), error);
      return;
    }
    save.mutate(language);
  };
}
