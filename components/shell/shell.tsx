"use client";
import { useIsFetching } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { PortalContainer, usePortalElement } from "@/components/ui/portal";
import { ProgressLine } from "@/components/ui/progress-line";
import { useCurrentUser } from "@/lib/permissions";
import { usePublicConfig } from "@/lib/public-config";
import { useTabState } from "@/lib/tabs/context";
import { useAddressBar } from "./address-bar";
import { ConnectionBanner } from "./connection";
import { RequestMessages } from "./request-messages";
import { TabPanels } from "./tab-panels";
import { useTabShortcuts } from "./tab-shortcuts";
import { TabStrip } from "./tab-strip";
import { useTabTitle } from "./tab-title";
import { Toaster } from "./toaster";
import { TopBar } from "./top-bar";
import { useUnloadGuard } from "./unload-guard";
import { UnsavedDialog } from "./unsaved-dialog";
import { ViewSkeleton } from "./view-skeleton";

export function Shell() {
  const t = useTranslations("shell");
  useAddressBar();
  useUnloadGuard();
  useTabShortcuts();
  const [popups, setPopups] = usePortalElement();
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[48px_36px_auto_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only top-1 left-1 z-50 rounded bg-raised px-3 py-2 text-sm shadow-float focus:not-sr-only focus:absolute"
      >
        {t("skipToContent")}
      </a>
      <DocumentTitle />
      <PortalContainer element={popups}>
        <TopBar />
        <TabStrip />
        <div>
          <ConnectionBanner />
        </div>
        <main id="content" tabIndex={-1} className="relative min-h-0 bg-surface outline-none">
          <Progress />
          <Views />
          <div ref={setPopups} />
        </main>
      </PortalContainer>
      <UnsavedDialog />
      <Toaster />
      <RequestMessages />
    </div>
  );
}

/** Nothing can be decided without the user's permissions; once known, they serve while they cannot be refreshed (ER-03). */
function Views() {
  const t = useTranslations("shell");
  const { data, isError } = useCurrentUser();
  if (data) return <TabPanels />;
  if (!isError) return <ViewSkeleton />;
  return (
    <div className="mx-auto max-w-[720px] p-4 sm:p-6">
      <Alert tone="danger" title={t("permissionsFailed")}>
        {t("permissionsRetry")}
      </Alert>
    </div>
  );
}

function Progress() {
  const t = useTranslations("shell");
  const active = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return <ProgressLine active={active} label={t("navigating")} />;
}

/** React puts it into the head, on the server too (TB-04); the page itself must name no title. */
function DocumentTitle() {
  const { appTitle } = usePublicConfig();
  const titleOf = useTabTitle();
  const active = useTabState((state) => state.tabs.find(({ id }) => id === state.activeId));
  return <title>{active ? `${appTitle}: ${titleOf(active)}` : appTitle}</title>;
}
