"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { announceSignOut } from "@/lib/client/session/announce";
import type { Invitation } from "@/lib/contract/invitations";
import type { PageMessages } from "@/lib/i18n/page-messages";
import type { PublicConfig } from "@/lib/installation/public-config";
import type { Language } from "@/lib/preferences/preferences";
import { LanguageFrame } from "../login/language-frame";
import { Alert } from "../ui/alert";
import { Button, buttonClass } from "../ui/button";
import { AcceptForm, JoinForm } from "./redeem-forms";

interface InvitationViewProps {
  config: PublicConfig;
  language: Language;
  messages: PageMessages<"invitation" | "login" | "validation">;
  token: string;
  invitation: Invitation | { state: "unknown" };
  /** Name of the user signed in on this browser. */
  signedInAs?: string;
}

/** Page behind an invitation link (US-02). */
export function InvitationView({ language, messages, ...view }: InvitationViewProps) {
  return (
    <LanguageFrame config={view.config} language={language} messages={messages}>
      {(chosen) => <Content {...view} language={chosen} />}
    </LanguageFrame>
  );
}

function Content({ config, language, token, invitation, signedInAs }: Omit<InvitationViewProps, "messages">) {
  const t = useTranslations("invitation");
  const { prefix, authMode, appTitle, multiTenancy } = config;
  const [hasAccount, setHasAccount] = useState(false);
  if (invitation.state !== "open")
    return (
      <div className="flex flex-col items-start gap-3">
        <h1 className="font-semibold text-lg leading-6">{t(`closed.${invitation.state}.title`)}</h1>
        <p className="text-muted">{t(`closed.${invitation.state}.description`)}</p>
        <a href={`${prefix}/`} className={buttonClass({ variant: "primary" })}>
          {signedInAs ? t("toApp", { appTitle }) : t("signIn")}
        </a>
      </div>
    );
  if (signedInAs)
    return (
      <OtherUserSignedIn prefix={prefix} appTitle={appTitle} name={signedInAs} email={invitation.email} />
    );
  const redeemer = { prefix, language, token, invitation };
  if (hasAccount) return <JoinForm {...redeemer} onHasNone={() => setHasAccount(false)} />;
  const withPassword = authMode === "basic";
  return (
    <AcceptForm
      {...redeemer}
      withPassword={withPassword}
      // In OIDC mode it is always the provider's account.
      onHasAccount={withPassword && multiTenancy ? () => setHasAccount(true) : undefined}
    />
  );
}

interface OtherUserSignedInProps {
  prefix: string;
  appTitle: string;
  /** Name of the signed-in user. */
  name: string;
  /** E-mail of the invited person. */
  email: string;
}

/** The invitation was opened with another user signed in: asks before doing anything. */
function OtherUserSignedIn({ prefix, appTitle, name, email }: OtherUserSignedInProps) {
  const t = useTranslations("invitation");
  const [state, setState] = useState<"asking" | "leaving" | "failed">("asking");

  async function signOut() {
    setState("leaving");
    const response = await fetch(`${prefix}/api/auth/sign-out`, {
      method: "POST",
      headers: { "x-csrf": "1" },
    }).catch(() => undefined);
    if (!response?.ok) return setState("failed");
    announceSignOut(prefix, undefined, { keep: true });
    // An OIDC session is also ended at the provider, which would otherwise sign the same user in again.
    const { goOn } = response.status === 204 ? {} : ((await response.json()) as { goOn?: string });
    if (goOn) window.location.assign(goOn);
    else window.location.reload();
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <h1 className="break-words font-semibold text-lg leading-6">{t("someoneElse.title", { name })}</h1>
      <p className="max-w-full break-words text-muted">{t("someoneElse.description", { name, email })}</p>
      {state === "failed" && <Alert tone="danger">{t("failed")}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={state === "leaving"} onClick={signOut}>
          {t("someoneElse.signOut")}
        </Button>
        <a href={`${prefix}/`} className={buttonClass()}>
          {t("toApp", { appTitle })}
        </a>
      </div>
    </div>
  );
}
