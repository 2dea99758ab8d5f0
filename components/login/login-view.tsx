"use client";

import { NextIntlClientProvider } from "next-intl";
import { useState } from "react";
import { announceSession } from "@/lib/client/session/announce";
import { keepCookie } from "@/lib/cookie";
import { languageCookie } from "@/lib/i18n/language";
import type { loginMessages } from "@/lib/i18n/login-messages";
import type { Language } from "@/lib/preferences/preferences";
import type { PublicConfig } from "@/lib/public-config";
import { keepTimeZone } from "@/lib/session/time-zone";
import { LanguageChoice } from "./language-choice";
import { LoginForm } from "./login-form";
import { LoginFrame } from "./login-frame";

interface LoginViewProps {
  config: PublicConfig;
  language: Language;
  messages: Awaited<ReturnType<typeof loginMessages>>;
  /** Address to go on to, with the prefix; checked by the server to be one of ours. */
  goOnTo: string;
}

export function LoginView({ config, language: first, messages, goOnTo }: LoginViewProps) {
  const [language, setLanguage] = useState(first);
  const { prefix } = config;

  function choose(next: Language) {
    setLanguage(next);
    document.documentElement.lang = next;
    keepCookie(languageCookie, next);
  }

  function goOn() {
    // The server needs it to render dates as this browser does.
    announceSession(prefix);
    keepTimeZone(prefix);
    window.location.replace(goOnTo);
  }

  return (
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <LoginFrame config={config} footer={<LanguageChoice language={language} onChoose={choose} />}>
        <LoginForm prefix={prefix} language={language} onSignedIn={goOn} />
      </LoginFrame>
    </NextIntlClientProvider>
  );
}
