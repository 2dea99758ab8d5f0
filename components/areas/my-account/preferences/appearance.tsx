"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { RadioGroup } from "@/components/ui/radio-group";
import { useTheme } from "@/lib/client/theme/theme-provider";
import { isTheme, themes } from "@/lib/theme/theme";

/** The theme, which is this browser's own and applies at once (PR-03). */
export function Appearance() {
  const t = useTranslations("my-account.appearance");
  const names = useTranslations("shell.theme");
  const { theme, setTheme } = useTheme();
  const titleId = useId();
  return (
    <SectionCard title={t("title")} titleId={titleId} description={t("description")}>
      <RadioGroup
        label={t("theme")}
        value={theme}
        onValueChange={(value) => isTheme(value) && setTheme(value)}
        options={themes.map((value) => ({ value, label: names(value) }))}
      />
    </SectionCard>
  );
}
