"use client";

import { NextIntlClientProvider, useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { languageCookie, languageNames } from "@/lib/i18n/language";
import type { PublicConfig } from "@/lib/installation/public-config";
import { type Language, languages } from "@/lib/preferences/preferences";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { keepCookie } from "@/lib/session/cookie";
import { cn } from "../ui/cn";
import { LoginFrame } from "./login-frame";

interface LanguageFrameProps {
  config: PublicConfig;
  /** Initial language. */
  language: Language;
  messages: Record<Language, ComponentProps<typeof NextIntlClientProvider>["messages"]>;
  /** Time zone until the browser's is known. */
  timeZone?: string;
  children: (language: Language) => ReactNode;
}

/** Frame of public pages with a language selection. */
export function LanguageFrame({
  config,
  language: first,
  messages,
  timeZone: assumed = "UTC",
  children,
}: LanguageFrameProps) {
  const [language, setLanguage] = useState(first);
  // First-time visitors have sent none.
  const [timeZone, setTimeZone] = useState(assumed);
  useEffect(() => setTimeZone(browserTimeZone()), []);

  function choose(next: Language) {
    setLanguage(next);
    document.documentElement.lang = next;
    keepCookie(languageCookie, next);
  }

  return (
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone={timeZone}>
      <LoginFrame config={config} footer={<LanguageChoice language={language} onChoose={choose} />}>
        {children(language)}
      </LoginFrame>
    </NextIntlClientProvider>
  );
}

interface LanguageChoiceProps {
  language: Language;
  onChoose: (language: Language) => void;
}

/** The four languages by native name; switching keeps the input. */
function LanguageChoice({ language, onChoose }: LanguageChoiceProps) {
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
