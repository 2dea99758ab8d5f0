"use client";
import { NextIntlClientProvider } from "next-intl";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isLanguage, languageCookie } from "../../i18n/language";
import type { Messages } from "../../i18n/namespaces";
import type { Language } from "../../preferences/preferences";
import { keepCookie } from "../../session/cookie";
import { usePrefix } from "../tabs/prefix";
import { fetchMessages } from "./served-messages";

interface LanguageChoice {
  language: Language;
  /**
   * Loads and shows a language without a reload. Resolves to whether it is still current: of two quick choices the later
   * one wins, in any order of arrival. @throws if the messages cannot be loaded
   */
  setLanguage(language: Language): Promise<boolean>;
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
  /** Called on each change, before the new language is shown. */
  onChange?: (language: Language) => void;
  children: ReactNode;
}

export function LanguageProvider({ initial, messages, onChange, children }: LanguageProviderProps) {
  const prefix = usePrefix();
  const [shown, setShown] = useState({ language: initial, messages });
  const wanted = useRef(initial);
  const windows = useRef<BroadcastChannel>(undefined);

  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);

  const show = useCallback(
    async (language: Language): Promise<boolean> => {
      wanted.current = language;
      const next = await fetchMessages(prefix, language);
      if (wanted.current !== language) return false;
      keepCookie(languageCookie, language);
      onChange?.(language);
      setShown({ language, messages: next });
      return true;
    },
    [prefix, onChange],
  );

  // All windows of a tenant share the language: it belongs to the user.
  useEffect(() => {
    const channel = new BroadcastChannel(`hub.language${prefix}`);
    windows.current = channel;
    channel.addEventListener("message", ({ data }) => {
      // A window that cannot switch now shows the new language after its next load.
      if (isLanguage(data)) show(data).catch(() => undefined);
    });
    return () => channel.close();
  }, [prefix, show]);

  const choice = useMemo<LanguageChoice>(
    () => ({
      language: shown.language,
      async setLanguage(language) {
        const counts = await show(language);
        if (counts) windows.current?.postMessage(language);
        return counts;
      },
    }),
    [shown.language, show],
  );

  return (
    <LanguageContext.Provider value={choice}>
      <NextIntlClientProvider locale={shown.language} messages={shown.messages} timeZone="UTC">
        {children}
      </NextIntlClientProvider>
    </LanguageContext.Provider>
  );
}
