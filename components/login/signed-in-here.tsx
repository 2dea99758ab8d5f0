"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { announceSession } from "@/lib/client/session/announce";

/** The end of a sign-in in a window of its own: the workspace that waits hears of it, and the window goes. */
export function SignedInHere({ prefix }: { prefix: string }) {
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
