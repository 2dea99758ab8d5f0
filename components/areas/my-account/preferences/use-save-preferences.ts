"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { reportError } from "@/components/errors/report-error";
import { call } from "@/lib/client/api/client";
import { useLanguage } from "@/lib/client/i18n/language-provider";
import { useCurrentUser } from "@/lib/client/permissions";
import { showSaved } from "@/lib/client/settings/settings-writer";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import { forgetUnsavedLanguage, unsavedLanguage } from "@/lib/i18n/unsaved-language";
import type { Preferences } from "@/lib/preferences/preferences";

/** Saves preferences, and applies them to every open tab immediately. */
export function useSavePreferences() {
  const client = useQueryClient();
  const shown = useLocale();
  const { setLanguage } = useLanguage();
  const t = useTranslations("common");
  const prefix = usePrefix();
  const userId = useCurrentUser().data?.profile.userId ?? "";
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
      // Included in the save, replacing the pending choice.
      const unsaved = unsavedLanguage(document.cookie, userId);
      if (unsaved) forgetUnsavedLanguage(prefix, userId, unsaved);
      if (preferences.languageSymbol === shown) return;
      try {
        await setLanguage(preferences.languageSymbol);
      } catch (error) {
        reportError(t("errorOccurred"), error);
      }
    },
  };
}
