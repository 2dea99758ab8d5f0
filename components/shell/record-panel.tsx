"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Maximize2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type CSSProperties, Suspense, useEffect, useMemo, useState } from "react";
import { useAreaRegistry, useAreas } from "@/components/area/areas-context";
import { findRoute } from "@/components/area/route";
import { RecordPanelContext, type RecordPanelProps } from "@/components/resource/table/use-side-panel";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { SidePanelContext } from "@/components/ui/side-panel-context";
import { SingleKeysContext, useSingleKey } from "@/components/ui/single-keys";
import { Divider, useDivider } from "@/components/ui/split";
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import { ReadingOnly, usePermissions } from "@/lib/client/permissions";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import { number } from "@/lib/client/readers";
import { TabProvider, TabStoreProvider, useTabStore } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import { ErrorView } from "../errors/error-view";
import { ViewBoundary } from "../errors/view-boundary";
import { checkServer } from "../loading/connection";

const initialShare = 0.6;

/** The buttons are in the head of the record, unless something is above it or there is none. */
const inHead =
  "group-has-[[data-record-head]:first-child]/panel:absolute group-has-[[data-record-head]:first-child]/panel:top-3 " +
  "group-has-[[data-record-head]:first-child]/panel:right-4 group-has-[[data-record-head]:first-child]/panel:z-10 " +
  "group-has-[[data-record-head]:first-child]/panel:border-b-0 group-has-[[data-record-head]:first-child]/panel:p-0";

/** Record of a list's current row: its own view, narrow and only for reading, at the right of the list. */
export default function RecordPanel({ address, name, frame, onOpen, onClose }: RecordPanelProps) {
  const t = useTranslations("shell.panel");
  const divider = useTranslations("shell")("divider");
  const [share, setShare] = useUserSetting("panels.record", number, initialShare);
  const keep = (next: number) => setShare(Math.round(next * 10_000) / 10_000);
  const { now, isMoving: _, ...handle } = useDivider(frame, share, keep, initialShare);
  const closeKey = useSingleKey("closePanel");
  const settled = useSettled(address);
  return (
    <aside
      aria-label={t("label", { name })}
      data-side-panel=""
      style={{ "--share": now } as CSSProperties}
      className="group/panel absolute inset-y-0 right-0 z-20 flex w-[min(100%,440px)] animate-appear flex-col overflow-hidden rounded-lg border bg-surface shadow-float min-[1100px]:relative min-[1100px]:w-[clamp(320px,calc((100%-25px)*(1-var(--share))),calc(100%-325px))] min-[1100px]:shrink-0 min-[1100px]:overflow-visible min-[1100px]:shadow-none print:hidden"
    >
      <Divider
        label={divider}
        now={now}
        className="absolute inset-y-0 -left-[25px] w-[25px] min-[1100px]:flex"
        {...handle}
      />
      <div className={cn("flex shrink-0 items-center justify-end gap-1 border-b px-2 py-1", inHead)}>
        <IconButton label={t("open")} onClick={onOpen}>
          <Maximize2 />
        </IconButton>
        <IconButton label={t("close")} {...closeKey} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-auto rounded-b-lg">
        <IsolatedRecord key={settled} address={settled} />
      </div>
    </aside>
  );
}

/** Milliseconds after which a row passed by arrow keys is loaded. */
const settleTime = 150;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleTime);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A record whose errors leave the list as it is. */
function IsolatedRecord({ address }: { address: string }) {
  const { failedViews } = useAreaRegistry();
  const client = useQueryClient();
  const withoutCode = () => failedViews(address, {});
  const retry = () => {
    client.removeQueries({ queryKey: [address.split("/")[1]], type: "inactive" });
    for (const view of withoutCode()) view.load().catch(() => {}); // the view shows the failure
  };
  return (
    <ViewBoundary
      place="panel"
      onRetry={retry}
      isCodeMissing={() => withoutCode().length > 0}
      onError={() => withoutCode().length > 0 && checkServer()}
    >
      <RecordAt address={address} />
    </ViewBoundary>
  );
}

/** View of a record in a tab of its panel, whose links lead to the workspace's tabs. */
function RecordAt({ address }: { address: string }) {
  const workspace = useTabStore();
  const { allows } = usePermissions();
  const route = findRoute(useAreas(), address);
  const tabs = useMemo(() => {
    const store = createTabStore("/");
    store.actions.open(address);
    const open: typeof store.actions.open = (to, { from: _, ...options } = {}) =>
      workspace.actions.open(to, options);
    return { ...store, actions: { ...store.actions, open } };
  }, [address, workspace]);
  if (!route) return <ErrorView status={404} layout="inline" />;
  const { area, id, View } = route;
  if (!allows(area)) return <ErrorView status={403} layout="inline" />;
  return (
    <RecordPanelContext value={undefined}>
      <SidePanelContext value={true}>
        <SingleKeysContext value={false}>
          <ReadingOnly>
            <TabStoreProvider store={tabs}>
              <TabProvider id={tabs.getState().activeId}>
                <Suspense fallback={<ViewSkeleton />}>
                  <View id={id} />
                </Suspense>
              </TabProvider>
            </TabStoreProvider>
          </ReadingOnly>
        </SingleKeysContext>
      </SidePanelContext>
    </RecordPanelContext>
  );
}
