"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { signInPatience } from "@/lib/client/session/request-sign-in";
import type { SignInFailureKind } from "@/lib/session/sign-in-failures";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { goToSignIn } from "./go-to-sign-in";

export interface Failed {
  kind: SignInFailureKind;
  /** What the provider says about it, in its words. */
  detail?: string;
}

interface SignInFailedProps extends Failed {
  beginAt: string;
  prefix: string;
}

/** Says why a sign-in came to nothing, and that the next one follows by itself (AU-07). */
export function SignInFailed({ kind, detail, beginAt, prefix }: SignInFailedProps) {
  const t = useTranslations("login.elsewhere");
  const [redirecting, setRedirecting] = useState(true);
  // The provider would send the same person back at once.
  const asSomebodyElse = kind === "unknownUser";
  const next = asSomebodyElse ? `${beginAt}${beginAt.includes("?") ? "&" : "?"}prompt=login` : beginAt;

  useEffect(() => {
    if (!mayRedirect(prefix)) return setRedirecting(false);
    const go = setTimeout(() => goToSignIn(prefix, next), signInPatience);
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
          {t("notice", { seconds: signInPatience / 1000 })}
        </p>
      )}
      <Button variant="primary" size="lg" className="w-full" onClick={() => goToSignIn(prefix, next)}>
        {t(asSomebodyElse ? "somebodyElse" : "again")}
      </Button>
    </div>
  );
}

const maxRedirects = 3;
const forgottenAfter = 5 * 60_000;

/** Whether to go on unasked: not again and again where it fails each time. */
function mayRedirect(prefix: string): boolean {
  const name = `hub.signin-failures${prefix}`;
  try {
    const recent = (sessionStorage.getItem(name) ?? "")
      .split(" ")
      .filter((at) => Number(at) > Date.now() - forgottenAfter);
    sessionStorage.setItem(name, [...recent, Date.now()].join(" "));
    return recent.length < maxRedirects;
  } catch {
    // A browser that keeps nothing: the user decides.
    return false;
  }
}
