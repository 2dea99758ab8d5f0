"use client";

import { NextIntlClientProvider } from "next-intl";
import { useState } from "react";
import { keepCookie } from "@/lib/cookie";
import { languageCookie } from "@/lib/i18n/language";
import type { loginMessages } from "@/lib/i18n/login-messages";
import type { Language } from "@/lib/preferences/preferences";
import type { PublicConfig } from "@/lib/public-config";
import { LanguageChoice } from "./language-choice";
import { LoginFrame } from "./login-frame";
import { type Failed, SignInFailed } from "./sign-in-failed";
import { SignedInHere } from "./signed-in-here";
import { SignedOut } from "./signed-out";
import { TakenToSignIn } from "./taken-to-sign-in";

/** What the page has to say before the provider has its turn, or after. */
export type Stage =
  | { kind: "going" }
  | { kind: "failed"; failed: Failed }
  /** Only here: the provider could not be asked to end its session, too. */
  | { kind: "signedOut"; onlyHere: boolean }
  /** In a window of its own, beside the workspace that has asked for it. */
  | { kind: "signedIn" };

interface ElsewhereViewProps {
  config: PublicConfig;
  language: Language;
  messages: Awaited<ReturnType<typeof loginMessages>>;
  /** Address that begins a sign-in, with its query. */
  beginAt: string;
  stage: Stage;
}

/** The sign-in page of a product whose users sign in at a provider. */
export function ElsewhereView({ config, language: first, messages, beginAt, stage }: ElsewhereViewProps) {
  const [language, setLanguage] = useState(first);

  function choose(next: Language) {
    setLanguage(next);
    document.documentElement.lang = next;
    keepCookie(languageCookie, next);
  }

  return (
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <LoginFrame
        appTitle={config.appTitle}
        tenant={config.tenant}
        footer={<LanguageChoice language={language} onChoose={choose} />}
      >
        {stage.kind === "going" && <TakenToSignIn prefix={config.prefix} beginAt={beginAt} />}
        {stage.kind === "failed" && (
          <SignInFailed {...stage.failed} beginAt={beginAt} prefix={config.prefix} />
        )}
        {stage.kind === "signedOut" && (
          <SignedOut prefix={config.prefix} beginAt={beginAt} onlyHere={stage.onlyHere} />
        )}
        {stage.kind === "signedIn" && <SignedInHere prefix={config.prefix} />}
      </LoginFrame>
    </NextIntlClientProvider>
  );
}
