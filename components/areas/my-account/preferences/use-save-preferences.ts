"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { reportError } from "@/components/shell/messages/report-error";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";
import { useLanguage } from "@/lib/i18n/language-provider";
import type { Preferences } from "@/lib/preferences/preferences";
import { showSaved } from "@/lib/preferences/settings-writer";

/** Saves preferences, and shows everything by them in every open tab at once. */
export function useSavePreferences() {
  const client = useQueryClient();
  const shown = useLocale();
  const { setLanguage } = useLanguage();
  const t = useTranslations("common");
  return {
    async save(preferences: Preferences): Promise<void> {
      const body = preferences.timezone === "" ? preferences : { ...preferences, timezoneOffset: 1 };
      await call(contract.user.saveSettings, { body });
    },

    async show(preferences: Preferences): Promise<void> {
      const settings = Object.entries(preferences).map(
        ([name, value]) => [name, value === "" ? null : String(value)] as const,
      );
      showSaved(client, new Map(settings));
      if (preferences.languageSymbol === shown) return;
      try {
        await setLanguage(preferences.languageSymbol);
      } catch (error) {
        reportError(t("errorOccurred"), error);
      }
    },
  };
}
