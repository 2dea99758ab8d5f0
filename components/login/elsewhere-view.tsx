"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { announceSession, markSigningIn } from "@/lib/client/session/announce";
import { signInTimeout } from "@/lib/client/session/request-sign-in";
import type { PageMessages } from "@/lib/i18n/page-messages";
import type { PublicConfig } from "@/lib/installation/public-config";
import type { Language } from "@/lib/preferences/preferences";
import type { SignInFailureKind } from "@/lib/session/sign-in-failures";
import { keepTimeZone } from "@/lib/session/time-zone";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { Spinner } from "../ui/spinner";
import { LanguageFrame } from "./language-frame";

/** State shown before or after the redirect to the provider. */
export type Stage =
  | { kind: "going" }
  | { kind: "failed"; failed: Failed }
  /** Only here: the provider's session could not be ended. */
  | { kind: "signedOut"; onlyHere: boolean }
  /** In a popup opened by the workspace. */
  | { kind: "signedIn" };

interface ElsewhereViewProps {
  config: PublicConfig;
  language: Language;
  messages: PageMessages<"login">;
  /** Address that starts a sign-in, with its query. */
  beginAt: string;
  stage: Stage;
}

/** Sign-in page for OIDC mode. */
export function ElsewhereView({ beginAt, stage, ...frame }: ElsewhereViewProps) {
  const { prefix } = frame.config;
  return (
    <LanguageFrame {...frame}>
      {() => (
        <>
          {stage.kind === "going" && <RedirectToSignIn prefix={prefix} beginAt={beginAt} />}
          {stage.kind === "failed" && <SignInFailed {...stage.failed} beginAt={beginAt} prefix={prefix} />}
          {stage.kind === "signedOut" && (
            <SignedOut prefix={prefix} beginAt={beginAt} onlyHere={stage.onlyHere} />
          )}
          {stage.kind === "signedIn" && <PopupSignedIn prefix={prefix} />}
        </>
      )}
    </LanguageFrame>
  );
}

/** End of a sign-in in a popup: notifies the waiting workspace and closes the window. */
function PopupSignedIn({ prefix }: { prefix: string }) {
  const t = useTranslations("login.elsewhere");
  useEffect(() => {
    announceSession(prefix);
    window.close();
  }, [prefix]);
  return (
    <p role="status" className="py-4 text-center">
      {t("signedIn")}
    </p>
  );
}

/** Shown while the provider's page loads; retries if it does not respond (AU-06). */
function RedirectToSignIn({ prefix, beginAt }: { prefix: string; beginAt: string }) {
  const t = useTranslations("login.elsewhere");
  useEffect(() => {
    goToSignIn(prefix, beginAt);
    const again = setInterval(() => goToSignIn(prefix, beginAt), signInTimeout);
    return () => clearInterval(again);
  }, [prefix, beginAt]);
  return (
    <div className="flex flex-col items-center gap-4 py-4 text-center">
      <Spinner className="size-6 text-primary" />
      <h1 role="status" className="font-medium text-sm">
        {t("going")}
      </h1>
      <a href={beginAt} className="rounded text-primary text-sm underline-offset-2 hover:underline">
        {t("onward")}
      </a>
    </div>
  );
}

/** After signing out: an automatic redirect would sign the same user in again if the provider's session is alive. */
function SignedOut({ prefix, beginAt, onlyHere }: { prefix: string; beginAt: string; onlyHere: boolean }) {
  const t = useTranslations("login.elsewhere");
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg leading-6">{t("signedOutTitle")}</h1>
        <p className="text-muted">{t(onlyHere ? "signedOutOnlyHere" : "signedOut")}</p>
      </div>
      <Button variant="primary" size="lg" className="w-full" onClick={() => goToSignIn(prefix, beginAt)}>
        {t("signIn")}
      </Button>
    </div>
  );
}

interface Failed {
  kind: SignInFailureKind;
  /** Error description from the provider. */
  detail?: string;
}

interface SignInFailedProps extends Failed {
  beginAt: string;
  prefix: string;
}

/** Explains a failed sign-in and retries automatically (AU-07). */
function SignInFailed({ kind, detail, beginAt, prefix }: SignInFailedProps) {
  const t = useTranslations("login.elsewhere");
  const [redirecting, setRedirecting] = useState(true);
  // Without a new prompt, the provider would return the same user.
  const needsOtherUser = kind === "unknownUser";
  const next = needsOtherUser ? `${beginAt}${beginAt.includes("?") ? "&" : "?"}prompt=login` : beginAt;

  useEffect(() => {
    if (!mayRedirect(prefix)) return setRedirecting(false);
    const go = setTimeout(() => goToSignIn(prefix, next), signInTimeout);
    return () => clearTimeout(go);
  }, [next, prefix]);

  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-lg leading-6">{t("failedTitle")}</h1>
      <Alert tone="danger">
        <p>{t(kind)}</p>
        {detail && <p className="mt-1 break-words">{t("detail", { detail })}</p>}
      </Alert>
      {redirecting && (
        <p role="status" className="text-muted text-sm">
          {t("notice", { seconds: signInTimeout / 1000 })}
        </p>
      )}
      <Button variant="primary" size="lg" className="w-full" onClick={() => goToSignIn(prefix, next)}>
        {t(needsOtherUser ? "someoneElse" : "again")}
      </Button>
    </div>
  );
}

const maxRedirects = 3;
const attemptLifetime = 5 * 60_000;

/** Whether to redirect automatically; false after repeated failures. */
function mayRedirect(prefix: string): boolean {
  const name = `hub.signin-failures${prefix}`;
  try {
    const recent = (sessionStorage.getItem(name) ?? "")
      .split(" ")
      .filter((at) => Number(at) > Date.now() - attemptLifetime);
    sessionStorage.setItem(name, [...recent, Date.now()].join(" "));
    return recent.length < maxRedirects;
  } catch {
    // Without storage the user decides.
    return false;
  }
}

/** Redirects to the provider, replacing this page in the history. */
function goToSignIn(prefix: string, beginAt: string): void {
  // The server needs it to render dates as this browser does, starting with the first page.
  keepTimeZone(prefix);
  markSigningIn();
  window.location.replace(beginAt);
}
