"use client";

import { notifyManager, type QueryCacheNotifyEvent, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense, useCallback, useEffect, useSyncExternalStore } from "react";
import { UploadTraySlot } from "@/components/resource/attachments/upload-tray-slot";
import { RecordPanelContext } from "@/components/resource/table/use-side-panel";
import { Alert } from "@/components/ui/alert";
import { EarlyInput } from "@/components/ui/early-input";
import { PortalContainer, usePortalElement } from "@/components/ui/portal";
import { ProgressLine } from "@/components/ui/progress-line";
import { Tooltips } from "@/components/ui/tooltips";
import { ApiError } from "@/lib/client/api/error";
import { draftOwner } from "@/lib/client/drafts/names";
import {
  useCurrentUser,
  useCurrentUserUpdates,
  useIsViewed,
  useStorageOwnerId,
} from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import type { Question } from "@/lib/client/tabs/state";
import { useLiveAppearance } from "@/lib/client/theme/appearance";
import { ConnectionBanner } from "../loading/connection";
import { lazyPart } from "../loading/lazy-part";
import { SingleKeysProvider } from "../ui/use-single-keys";
import { ViewSkeleton } from "../ui/view-skeleton";
import { useUnsavedLanguage } from "./language/use-switch-language";
import { RequestMessages } from "./messages/request-messages";
import { Toaster } from "./messages/toaster";
import { Palette } from "./palette/palette";
import { useIsConcealed } from "./session/concealed";
import { SignInAgainOverlay } from "./session/sign-in-again-overlay";
import { useSessionRenewal } from "./session/use-session-renewal";
import { SingleKeys } from "./single-keys";
import { useAddressBar } from "./tabs/address-bar";
import { usePersistedTabs } from "./tabs/keep-tabs";
import { useTabShortcuts } from "./tabs/tab-keys";
import { TabPanels } from "./tabs/tab-panels";
import { TabStrip } from "./tabs/tab-strip";
import { useTabTitle, useTranslatedTitles } from "./tabs/tab-title";
import { useUnloadGuard } from "./tabs/unload-guard";
import { useArrivalRedirect } from "./tenant/use-enter-tenant";
import { isTenantClosed, useTenantClosed } from "./tenant/use-tenant-closed";
import { TopBar } from "./top-bar";
import { useLiveUpdates } from "./use-live-updates";

const RecordPanel = lazyPart(() => import("./record-panel"));
const ViewingBanner = lazyPart(() => import("./viewing-banner"));
const SecondFactorBanner = lazyPart(() => import("./second-factor-banner"));
const TenantClosed = lazyPart<{ onOpen: () => void }>(() => import("./tenant/tenant-closed"));
const UnsavedQuestion = lazyPart<{ question: Question }>(() => import("./session/unsaved-question"));

/** Asks how to handle unsaved changes before they would be lost (TB-06). */
function UnsavedDialog() {
  const question = useTabState((state) => state.questions[0]);
  const isAnyUnsaved = useTabState((state) => state.tabs.some(({ highlighted }) => highlighted));
  // Preloads the code, so that it is available offline.
  useEffect(() => {
    if (isAnyUnsaved) UnsavedQuestion.preload();
  }, [isAnyUnsaved]);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <UnsavedQuestion key={question.loss + question.ids.join()} question={question} />
    </Suspense>
  );
}

export function Shell() {
  const t = useTranslations("shell");
  usePersistedTabs();
  useAddressBar();
  useCurrentUserUpdates();
  useUnsavedLanguage();
  useSessionRenewal();
  useLiveUpdates();
  useUnloadGuard();
  useReportUnsaved();
  useTabShortcuts();
  useTranslatedTitles();
  useArrivalRedirect();
  useLiveAppearance();
  const [popups, setPopups] = usePortalElement();
  const [isClosed, reopened] = useTenantClosed();
  const isViewed = useIsViewed();
  const isFactorMissing = useCurrentUser().data?.secondFactorFrom !== undefined;
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[48px_36px_auto_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only top-1 left-1 z-50 rounded bg-raised px-3 py-2 text-sm shadow-float focus:not-sr-only focus:absolute"
      >
        {t("skipToContent")}
      </a>
      <DocumentTitle hidden={isClosed} />
      <PortalContainer element={popups}>
        <TopBar />
        <div inert={isClosed} className={isClosed ? "invisible" : "contents"}>
          <TabStrip />
        </div>
        <div>
          <Suspense fallback={null}>{isViewed && <ViewingBanner />}</Suspense>
          <Suspense fallback={null}>{isFactorMissing && <SecondFactorBanner />}</Suspense>
          <ConnectionBanner />
          <SignInAgainOverlay />
          <PermissionsAlert />
        </div>
        <main id="content" tabIndex={-1} className="relative min-h-0 bg-surface outline-none">
          <Progress />
          <SingleKeysProvider>
            <RecordPanelContext value={RecordPanel}>
              <Views inert={isClosed} />
            </RecordPanelContext>
          </SingleKeysProvider>
          <Suspense fallback={null}>{isClosed && <TenantClosed onOpen={reopened} />}</Suspense>
          <div ref={setPopups} />
        </main>
        <UploadTraySlot />
        <Tooltips />
      </PortalContainer>
      <UnsavedDialog />
      <Palette />
      <SingleKeys />
      <Toaster />
      <RequestMessages />
    </div>
  );
}

/** Waits for the user's permissions; once loaded, they are used while they cannot be refreshed (ER-03). */
function Views({ inert }: { inert: boolean }) {
  const { data } = useCurrentUser();
  if (data) return <TabPanels inert={inert} />;
  return (
    <>
      <ViewSkeleton />
      <EarlyInput />
    </>
  );
}

function PermissionsAlert() {
  const t = useTranslations("shell");
  const { isError, error } = useCurrentUser();
  // Other parts report an ended session or a closed tenant.
  if (!isError || (error instanceof ApiError && error.status === 401) || isTenantClosed(error)) return null;
  return (
    <Alert tone="danger" title={t("permissionsFailed")} className="rounded-none border-x-0 border-t-0">
      <p className="text-muted">{t("permissionsRetry")}</p>
    </Alert>
  );
}

function Progress() {
  const t = useTranslations("shell");
  return <ProgressLine active={useIsWaiting()} label={t("navigating")} />;
}

/** Whether initial data is being loaded. */
function useIsWaiting(): boolean {
  const client = useQueryClient();
  const subscribe = useCallback(
    (report: () => void) =>
      client.getQueryCache().subscribe(
        // Not useIsFetching, which scans all queries whenever a view of another tab mounts or unmounts.
        notifyManager.batchCalls(({ type }: QueryCacheNotifyEvent) => {
          if (type === "added" || type === "updated" || type === "removed") report();
        }),
      ),
    [client],
  );
  const isWaiting = () => client.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return useSyncExternalStore(subscribe, isWaiting, isWaiting);
}

/** React hoists it into the head, also on the server (TB-04); the page itself must set no title. */
function DocumentTitle({ hidden }: { hidden: boolean }) {
  const { appTitle } = usePublicConfig();
  const titleOf = useTabTitle();
  const active = useTabState((state) => state.tabs.find(({ id }) => id === state.activeId));
  const isConcealed = useIsConcealed() || hidden;
  return <title>{active && !isConcealed ? `${appTitle}: ${titleOf(active)}` : appTitle}</title>;
}

/** Reports unsaved changes to the user's other windows, and saves them on sign-out. Use once per workspace. */
function useReportUnsaved(): void {
  const { actions, getState } = useTabStore();
  const titleOf = useTabTitle();
  const prefix = usePrefix();
  const userId = useStorageOwnerId();
  const isUnsaved = useTabState((state) => state.tabs.some(({ highlighted }) => highlighted));
  useEffect(() => {
    if (userId === undefined || !isUnsaved) return;
    const own = {
      unsaved: () =>
        getState()
          .tabs.filter(({ highlighted }) => highlighted)
          .map((tab) => ({ title: titleOf(tab), icon: tab.icon })),
      save: actions.saveAll,
    };
    const stop = new AbortController();
    import("@/lib/client/session/unsaved-windows").then(
      ({ answerWindows }) => {
        if (stop.signal.aborted) return;
        stop.signal.addEventListener("abort", answerWindows(draftOwner(prefix, userId), own));
      },
      () => undefined, // without its code, the drafts show them
    );
    return () => stop.abort();
  }, [actions, getState, titleOf, prefix, userId, isUnsaved]);
}
