"use client";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { signInAgain } from "@/components/errors/sign-in-again";
import { Alert } from "@/components/ui/alert";
import type { Problem } from "./submit";
import { useTranslatedFaults } from "./translated-faults";

/** Explains the error, the state of the typed values and the next step. */
export function ProblemAlert({ problem, className }: { problem: Problem | undefined; className?: string }) {
  const t = useTranslations("resource.form");
  const common = useTranslations("common");
  const { translate } = useTranslatedFaults();
  const session = useSyncExternalStore(signInAgain.subscribe, signInAgain.state, () => "present" as const);
  // Hidden after the user has signed in again.
  if (!problem || (problem.kind === "signedOut" && session === "present")) return null;
  const { kind, faults = [], requestId } = problem;
  const messages = [
    ...(kind === "signedOut" ? [] : problem.messages),
    ...faults.map(({ broken, errorMessage }) => (broken && translate(broken)) ?? errorMessage),
  ];
  const texts = {
    fields: t("checkFields"),
    gone: t("gone"),
    forbidden: t("forbidden"),
    signedOut: t("signedOut"),
    connectionLost: t("connectionLost"),
    unavailable: t("unavailable"),
    other: common("errorOccurred"),
  };
  const own = kind === "other" && messages.length > 0 ? undefined : texts[kind];
  return (
    <Alert tone="danger" title={t("notSaved")} className={className}>
      {messages.map((message) => (
        <p key={message} className="break-words">
          {message}
        </p>
      ))}
      {own && <p>{own}</p>}
      {requestId && kind !== "fields" && (
        <p className="mt-1 select-all text-muted text-xs">{t("requestId", { id: requestId })}</p>
      )}
    </Alert>
  );
}
