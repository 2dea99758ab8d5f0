"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { usePrefix } from "@/lib/tabs/prefix";
import { reportError } from "./messages/report-error";
import { leaveUnasked, useMayLeave } from "./unload-guard";

/** Ends the session and shows the sign-in page; asks first when tabs have unsaved changes, unless told not to. */
export function useSignOut(): (options?: { ask?: boolean }) => Promise<void> {
  const failed = useTranslations("common")("errorOccurred");
  const mayLeave = useMayLeave();
  const prefix = usePrefix();
  return useCallback(
    async ({ ask = true } = {}) => {
      if (ask && !(await mayLeave("signOut"))) return;
      const answer = await fetch(`${prefix}/api/session/sign-out`, {
        method: "POST",
        headers: { "x-csrf": "1" },
      }).catch(() => undefined);
      if (!answer?.ok) {
        reportError(failed);
        return;
      }
      leaveUnasked();
      location.assign(`${prefix}/login`);
    },
    [mayLeave, prefix, failed],
  );
}
