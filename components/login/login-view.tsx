"use client";

import { useTranslations } from "next-intl";
import { announceSession } from "@/lib/client/session/announce";
import type { PageMessages } from "@/lib/i18n/page-messages";
import type { PublicConfig } from "@/lib/installation/public-config";
import type { Language } from "@/lib/preferences/preferences";
import { keepTimeZone } from "@/lib/session/time-zone";
import { LanguageFrame } from "./language-frame";
import { LoginForm } from "./login-form";

interface LoginViewProps {
  config: PublicConfig;
  language: Language;
  messages: PageMessages<"login">;
  /** Redirect target with the prefix; validated by the server. */
  returnTo: string;
}

export function LoginView({ config, language, messages, returnTo }: LoginViewProps) {
  const { prefix } = config;

  function goOn() {
    // The server needs it to render dates as this browser does.
    announceSession(prefix);
    keepTimeZone(prefix);
    window.location.replace(returnTo);
  }

  return (
    <LanguageFrame config={config} language={language} messages={messages}>
      {(chosen) => (
        <LoginForm prefix={prefix} language={chosen} onSignedIn={goOn}>
          <ForgottenPassword prefix={prefix} />
        </LoginForm>
      )}
    </LanguageFrame>
  );
}

function ForgottenPassword({ prefix }: { prefix: string }) {
  const t = useTranslations("login");
  return (
    <a href={`${prefix}/password-reset`} className="mt-4 block text-center text-primary text-sm underline">
      {t("forgotPassword")}
    </a>
  );
}
