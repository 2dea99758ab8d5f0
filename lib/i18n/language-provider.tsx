"use client";
import { NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { keepCookie } from "../cookie";
import type { Language } from "../preferences/preferences";
import { usePrefix } from "../tabs/prefix";
import { languageCookie } from "./language";
import type { Messages } from "./namespaces";

interface LanguageChoice {
  language: Language;
  /** Loads the language's messages and shows them, without a reload. @throws when they cannot be loaded */
  setLanguage(language: Language): Promise<void>;
}

const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error("useLanguage needs a LanguageProvider above it");
  return choice;
}

interface LanguageProviderProps {
  initial: Language;
  messages: Messages;
  /** Hears of each change before the new language is shown. */
  onChange?: (language: Language) => void;
  children: ReactNode;
}

export function LanguageProvider({ initial, messages, onChange, children }: LanguageProviderProps) {
  const prefix = usePrefix();
  const [shown, setShown] = useState({ language: initial, messages });
  const wanted = useRef(initial);

  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);

  const choice = useMemo<LanguageChoice>(
    () => ({
      language: shown.language,
      async setLanguage(language) {
        wanted.current = language;
        const response = await fetch(`${prefix}/api/messages/${language}`);
        if (!response.ok) throw new Error(`Messages for ${language} answered ${response.status}`);
        const next = (await response.json()) as Messages;
        // Of two quick choices the later one counts, whichever arrives first.
        if (wanted.current !== language) return;
        keepCookie(languageCookie, language);
        onChange?.(language);
        setShown({ language, messages: next });
      },
    }),
    [shown.language, prefix, onChange],
  );

  return (
    <LanguageContext.Provider value={choice}>
      <NextIntlClientProvider locale={shown.language} messages={shown.messages} timeZone="UTC">
        {children}
      </NextIntlClientProvider>
    </LanguageContext.Provider>
  );
}
