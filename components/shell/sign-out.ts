"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { draftOwner } from "@/lib/drafts/names";
import { useCurrentUser } from "@/lib/permissions";
import { usePrefix } from "@/lib/tabs/prefix";
import { useWordsKey } from "@/lib/tabs/words-key";
import { reportError } from "./messages/report-error";
import { leaveUnasked, useMayLeave } from "./unload-guard";

/**
 * Ends the session and shows the sign-in page; asks first when tabs have unsaved changes, or earlier visits have left
 * some, unless told not to.
 */
export function useSignOut(): (options?: { ask?: boolean }) => Promise<void> {
  const t = useTranslations("shell.unsaved");
  const failed = useTranslations("common")("errorOccurred");
  const mayLeave = useMayLeave();
  const confirm = useConfirm();
  const prefix = usePrefix();
  const userId = useCurrentUser().data?.profile.userId ?? "";
  const wordsKey = useWordsKey();
  const signOut = useCallback(
    async ({ ask = true } = {}) => {
      if (ask && !(await mayLeave("signOut"))) return;
      // Only now: few sessions are ended by hand, and drafts are no part of what a page needs first.
      const { countDrafts, forgetDrafts } = await import("@/lib/drafts/owner");
      const owner = draftOwner(prefix, userId);
      const count = ask ? await countDrafts(owner) : 0;
      if (count > 0) {
        const sure = await confirm({
          title: t("signOutTitle"),
          description: t("signOutDrafts", { count }),
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
      // The next one may be sitting at this browser.
      await forgetDrafts(owner);
      const { sealTabs } = await import("@/lib/tabs/window");
      await sealTabs({ prefix, userId, wordsKey }).catch(() => undefined);
      leaveUnasked();
      location.assign((await goOnFrom(answer)) ?? `${prefix}/login`);
    },
    [mayLeave, confirm, prefix, userId, wordsKey, t, failed],
  );
  // Without a connection not even its code may come.
  return useCallback(
    (options) => signOut(options).catch((error) => reportError(failed, error)),
    [signOut, failed],
  );
}

/** Where to go on to, for a session that a provider has vouched for: there it ends too (AU-08). */
async function goOnFrom(answer: Response): Promise<string | undefined> {
  if (answer.status === 204) return undefined;
  const { goOn }: { goOn?: unknown } = await answer.json();
  return typeof goOn === "string" ? goOn : undefined;
}
