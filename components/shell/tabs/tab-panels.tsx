"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Activity, type FocusEvent, memo, Suspense, useEffect, useRef } from "react";
import { useAreaRegistry, useAreas } from "@/components/area/areas-context";
import { findRoute } from "@/components/area/route";
import { EarlyInput } from "@/components/ui/early-input";
import { useIsZoneKnown } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { TabProvider, useTabState, useTabStore } from "@/lib/client/tabs/context";
import { ErrorView } from "../../errors/error-view";
import { ViewBoundary } from "../../errors/view-boundary";
import { checkServer, connection } from "../../loading/connection";
import { focusView, rememberFocus } from "../../ui/view-focus";
import { ViewSkeleton } from "../../ui/view-skeleton";
import { useFrontTab } from "./front-tab";

/** The views of all visited tabs; hidden ones stay mounted without effects (TB-05). */
export function TabPanels({ inert }: { inert: boolean }) {
  const tabs = useTabState((state) => state.tabs);
  const frontId = useFrontTab();
  return (
    tabs
      .filter((tab) => tab.visited)
      // Independent of the strip's order: moving a panel in the DOM resets focus and scroll position.
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, path, generation }) => (
        <Activity key={id} mode={id === frontId ? "visible" : "hidden"}>
          <TabPanel id={id} path={path} generation={generation} inert={inert} />
        </Activity>
      ))
  );
}

interface TabPanelProps {
  id: string;
  path: string;
  generation: number;
  /** Something covers the views. */
  inert: boolean;
}

const TabPanel = memo(function TabPanel({ id, path, generation, inert }: TabPanelProps) {
  const { failedViews } = useAreaRegistry();
  const { actions, getState } = useTabStore();
  const client = useQueryClient();
  const panel = useRef<HTMLDivElement>(null);

  // Runs each time the tab is activated, since hidden tabs have no effects.
  useEffect(() => focusView(panel.current), []);

  // The cause may be a cached response.
  const boundary = useRef<ViewBoundary>(null);
  const queryNow = () => getState().tabs.find((tab) => tab.id === id)?.query ?? {};
  const withoutCode = () => failedViews(path, queryNow());
  const retry = () => {
    const { collection } = queryNow();
    for (const area of [path.split("/")[1], collection])
      if (area) client.removeQueries({ queryKey: [area], type: "inactive" });
    for (const view of withoutCode()) view.load().catch(() => {}); // the view shows the failure
    actions.reload(id);
  };

  // Reloads missing code when the server is back or the view is shown again.
  const again = useRef(() => {});
  again.current = () => {
    if (withoutCode().length > 0 && !connection.getState().isUnreachable) boundary.current?.retry();
  };
  useEffect(() => {
    again.current();
    return connection.subscribe(() => again.current());
  }, []);

  const remember = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    // React also bubbles focus events from the view's dialogs and menus.
    if (currentTarget.contains(target)) rememberFocus(currentTarget, target);
  };

  return (
    <div
      ref={panel}
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab`}
      tabIndex={-1}
      inert={inert}
      onFocus={remember}
      className="relative h-full overflow-auto outline-none"
    >
      <ViewBoundary
        ref={boundary}
        place="tab"
        onRetry={retry}
        isCodeMissing={() => withoutCode().length > 0}
        onError={() => withoutCode().length > 0 && checkServer()}
      >
        <TabProvider id={id} key={generation}>
          <TabView path={path} />
        </TabProvider>
      </ViewBoundary>
    </div>
  );
});

/**
 * Renders the view of a path once its code is loaded. Server-side errors are left to the browser, which shows them in the tab.
 */
function TabView({ path }: { path: string }) {
  // A time entered before would be read in the wrong zone.
  const isZoneKnown = useIsZoneKnown();
  return (
    <div className="h-full low:h-auto low:min-h-full">
      <Suspense fallback={<ViewSkeleton />}>
        <RoutedView path={path} />
        <EarlyInput wait={!isZoneKnown} />
      </Suspense>
    </div>
  );
}

/** Renders the view of a path if it exists and the user may see it (RT-03, RT-04). */
function RoutedView({ path }: { path: string }) {
  const t = useTranslations("shell.error");
  const { has, allows } = usePermissions();
  const route = findRoute(useAreas(), path);
  if (!route) return <ErrorView status={404} description={t("pageDescription", { path })} />;

  const { area, kind, id, View } = route;
  const allowed = allows(area) && (kind !== "create" || has(area.createPermission));
  if (!allowed) return <ErrorView status={403} layout="inline" />;

  return <View id={id} />;
}
