"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { signInPatience } from "@/lib/client/session/request-sign-in";
import { Spinner } from "../ui/spinner";
import { goToSignIn } from "./go-to-sign-in";

/** Shown while the provider's page is awaited, and begins again when it does not come (AU-06). */
export function TakenToSignIn({ prefix, beginAt }: { prefix: string; beginAt: string }) {
  const t = useTranslations("login.elsewhere");
  useEffect(() => {
    goToSignIn(prefix, beginAt);
    const again = setInterval(() => goToSignIn(prefix, beginAt), signInPatience);
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
