"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useIsPreview } from "@/components/ui/preview-context";
import { call } from "@/lib/client/api/client";
import { useIsViewed } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { refreshShortcuts } from "@/lib/client/shortcut-changes";
import { contract } from "@/lib/contract";
import { type Target, useShortcutTarget, useViewTargets } from "../../area/destinations";
import { Tiles } from "./tile";

/** Creates shortcuts on a user's first visit: the configured ones, else all permitted areas. They are shown while being saved. */
export default function InitialShortcuts() {
  const client = useQueryClient();
  const { initialShortcuts } = usePublicConfig();
  const targetOf = useShortcutTarget();
  const views = useViewTargets();
  const isViewed = useIsViewed();
  const isPreview = useIsPreview();
  const { mutate, isIdle } = useMutation({
    mutationFn: (shortcuts: readonly Target[]) =>
      call(contract.user.initActions, {
        body: shortcuts.map(({ actionUrl, permissionLabel }) => ({ actionUrl, permissionLabel })),
      }),
    // The platform document requires no message.
    meta: { silent: true },
    onSuccess: () =>
      Promise.all([
        refreshShortcuts(client),
        client.invalidateQueries({ queryKey: [contract.user.current.area, contract.user.current.name] }),
      ]),
  });
  const configured = initialShortcuts.flatMap(
    (actionUrl) =>
      views.find((view) => view.actionUrl === actionUrl) ??
      targetOf({ actionUrl, permissionLabel: "" }) ??
      [],
  );
  const lists = views.filter(
    ({ actionUrl, permissionLabel }) => permissionLabel && !actionUrl.endsWith("/new"),
  );
  const first = configured.length > 0 ? configured : lists;
  useEffect(() => {
    if (!isViewed && !isPreview && isIdle && first.length > 0) mutate(first);
  }, [isViewed, isPreview, isIdle, mutate, first]);
  return (
    <Tiles shown={first.map((target) => ({ ...target, userFavoriteActionId: target.actionUrl, target }))} />
  );
}
