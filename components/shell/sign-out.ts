"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { useTabStore } from "@/lib/tabs/context";
import { usePrefix } from "@/lib/tabs/prefix";
import { reportError } from "./messages/report-error";
import { leaveUnasked } from "./unload-guard";

/** Ends the session and shows the sign-in page; asks first when tabs have unsaved changes, unless told not to. */
export function useSignOut(): (options?: { ask?: boolean }) => Promise<void> {
  const t = useTranslations("shell.unsaved");
  const failed = useTranslations("common")("errorOccurred");
  const store = useTabStore();
  const confirm = useConfirm();
  const prefix = usePrefix();
  return useCallback(
    async ({ ask = true } = {}) => {
      const count = store.getState().tabs.filter((tab) => tab.highlighted).length;
      if (ask && count > 0) {
        const sure = await confirm({
          title: t("signOutTitle"),
          description: t("signOutDescription", { count }),
          confirmLabel: t("signOutAnyway"),
          danger: true,
        });
        if (!sure) return;
      }
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
    [store, confirm, prefix, t, failed],
  );
}
