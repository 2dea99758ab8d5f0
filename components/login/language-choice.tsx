"use client";

import { useTranslations } from "next-intl";
import { languageNames } from "@/lib/i18n/language";
import { type Language, languages } from "@/lib/preferences/preferences";
import { cn } from "../ui/cn";

interface LanguageChoiceProps {
  language: Language;
  onChoose: (language: Language) => void;
}

/** The four languages by their own names; choosing one keeps what was typed. */
export function LanguageChoice({ language, onChoose }: LanguageChoiceProps) {
  const t = useTranslations("login");
  return (
    <nav aria-label={t("language")} className="flex flex-wrap justify-center gap-1">
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          className={cn(
            "rounded px-2 py-1 text-xs",
            each === language ? "font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
          )}
          onClick={() => onChoose(each)}
        >
          {languageNames[each]}
        </button>
      ))}
    </nav>
  );
}
