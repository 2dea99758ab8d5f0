"use client";
import { useTranslations } from "next-intl";
import type { PasswordReset } from "@/lib/contract/password-resets";
import { buttonClass } from "../ui/button";

interface ClosedLinkProps {
  prefix: string;
  state: Exclude<PasswordReset["state"], "open"> | "unknown";
  /** A link in an e-mail about a sign-in, which works longer. */
  isSignIn?: boolean;
}

export function ClosedLink({ prefix, state, isSignIn = false }: ClosedLinkProps) {
  const t = useTranslations("password-reset");
  return (
    <div className="flex flex-col items-start gap-3">
      <h1 className="font-semibold text-lg leading-6">{t(`closed.${state}.title`)}</h1>
      <p className="text-muted">
        {isSignIn && state === "expired" ? t("stranger.expired") : t(`closed.${state}.description`)}
      </p>
      <a href={`${prefix}/password-reset`} className={buttonClass({ variant: "primary" })}>
        {t("again")}
      </a>
    </div>
  );
}
