"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "sonner";
import { call } from "@/lib/api/client";
import { queryKeyOf } from "@/lib/api/query";
import { contract } from "@/lib/contract";
import type { CurrentUser } from "@/lib/contract/user";
import { useLanguage } from "@/lib/i18n/language-provider";
import type { Language } from "@/lib/preferences/preferences";

/** Shows the product in another language without a reload, and remembers it for the user (PR-02). */
export function useSwitchLanguage(): (language: Language) => Promise<void> {
  const { setLanguage } = useLanguage();
  const client = useQueryClient();
  const t = useTranslations("common");
  const save = useMutation({
    mutationFn: (symbol: Language) => call(contract.user.saveLanguage, { params: { symbol } }),
    meta: { silent: "success" },
    onSuccess: (_, symbol) =>
      client.setQueryData<CurrentUser>(
        queryKeyOf(contract.user.current, {}),
        (user) => user && withSetting(user, "languageSymbol", symbol),
      ),
  });
  return async (language) => {
    try {
      await setLanguage(language);
    } catch {
      toast.error(t("errorOccurred"));
      return;
    }
    save.mutate(language);
  };
}

export function withSetting(user: CurrentUser, settingName: string, settingValue: string): CurrentUser {
  const others = user.userSettings.filter((setting) => setting.settingName !== settingName);
  return { ...user, userSettings: [...others, { settingName, settingValue }] };
}
