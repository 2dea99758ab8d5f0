"use client";
import { Languages } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuRadioGroup } from "@/components/ui/menu";
import { usePublicConfig } from "@/lib/client/public-config";
import { isLanguage, languageNames } from "@/lib/i18n/language";
import { useSwitchLanguage } from "./use-switch-language";

export function LanguageMenu() {
  const t = useTranslations("shell.menu");
  return (
    <Menu
      align="end"
      className="min-w-40"
      trigger={
        <IconButton label={t("language")}>
          <Languages />
        </IconButton>
      }
    >
      <LanguageChoice />
    </Menu>
  );
}

/** Lists the languages by their native names. */
export function LanguageChoice() {
  const t = useTranslations("shell.menu");
  const locale = useLocale();
  const { languages } = usePublicConfig();
  const switchTo = useSwitchLanguage();
  return (
    <MenuRadioGroup
      label={t("language")}
      value={locale}
      onValueChange={(value) => isLanguage(value) && switchTo(value)}
      options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
    />
  );
}
