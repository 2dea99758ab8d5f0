"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { announceSignOut } from "@/lib/client/session/announce";
import { Alert } from "../ui/alert";
import { Button, buttonClass } from "../ui/button";

interface SomebodyElseProps {
  prefix: string;
  appTitle: string;
  /** Who is signed in. */
  name: string;
  /** Whom the invitation is for. */
  email: string;
}

/** An invitation is opened where somebody is signed in: nothing happens to either before they have decided. */
export function SomebodyElse({ prefix, appTitle, name, email }: SomebodyElseProps) {
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
    // A session that a provider has vouched for ends there, too: else it would let the same person in again.
    const { goOn } = response.status === 204 ? {} : ((await response.json()) as { goOn?: string });
    if (goOn) window.location.assign(goOn);
    else window.location.reload();
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <h1 className="break-words font-semibold text-lg leading-6">{t("somebodyElse.title", { name })}</h1>
      <p className="max-w-full break-words text-muted">{t("somebodyElse.description", { name, email })}</p>
      {state === "failed" && <Alert tone="danger">{t("failed")}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={state === "leaving"} onClick={signOut}>
          {t("somebodyElse.signOut")}
        </Button>
        <a href={`${prefix}/`} className={buttonClass()}>
          {t("toApp", { appTitle })}
        </a>
      </div>
    </div>
  );
}
