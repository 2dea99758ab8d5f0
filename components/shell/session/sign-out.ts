"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useAreas } from "@/components/area/areas-context";
import { useFormat } from "@/lib/client/format";
import { useSessionUserId } from "@/lib/client/permissions";
import { useContentKey } from "@/lib/client/tabs/content-key";
import { useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { reportError } from "../../errors/report-error";
import { useMayLeave } from "../tabs/unload-guard";

/**
 * Ends the session in all windows and shows the sign-in page; asks first about unsaved changes in this or other windows or in
 * drafts, unless `ask` is false.
 */
export function useSignOut(): (options?: { ask?: boolean }) => Promise<void> {
  const t = useTranslations();
  const format = useFormat();
  const mayLeave = useMayLeave();
  const { getState } = useTabStore();
  const prefix = usePrefix();
  const userId = useSessionUserId() ?? "";
  const contentKey = useContentKey();
  const areas = useAreas();
  return useCallback(
    async ({ ask = true } = {}) => {
      try {
        const { endSession } = await import("./signing-out");
        await endSession({ prefix, userId, contentKey, areas, t, format, getState, mayLeave }, ask);
      } catch (error) {
        // Offline, its code may not load.
        reportError(t("common.errorOccurred"), error);
      }
    },
    [prefix, userId, contentKey, areas, t, format, getState, mayLeave],
  );
}
