"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Activity, type FocusEvent, useEffect, useRef } from "react";
import { TabProvider, useTabState, useTabStore } from "@/lib/tabs/context";
import type { Tab } from "@/lib/tabs/tab";
import { TabErrorBoundary } from "./tab-error-boundary";
import { TabView } from "./tab-view";

/** The views of all tabs that have been looked at; those behind the active one are kept alive, but neither seen nor run (TB-05). */
export function TabPanels() {
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  return tabs
    .filter((tab) => tab.visited)
    .map((tab) => (
      <Activity key={tab.id} mode={tab.id === activeId ? "visible" : "hidden"}>
        <TabPanel tab={tab} />
      </Activity>
    ));
}

function TabPanel({ tab }: { tab: Tab }) {
  const { actions } = useTabStore();
  const client = useQueryClient();
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(null);

  // Runs each time the tab comes to the front, since effects of hidden tabs are off.
  useEffect(() => {
    // Whoever steers by keyboard stays in the tab strip; and what took the focus by itself keeps it.
    if (document.activeElement !== document.body) return;
    const target = last.current?.isConnected ? last.current : panel.current;
    target?.focus({ preventScroll: true });
  }, []);

  // What the view choked on may be an answer that is still cached.
  const retry = () => {
    for (const area of [tab.path.split("/")[1], tab.query.collection])
      if (area) client.removeQueries({ queryKey: [area], type: "inactive" });
    actions.reload(tab.id);
  };

  const remember = ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target;
  };

  return (
    <div
      ref={panel}
      role="tabpanel"
      id={`${tab.id}-panel`}
      aria-labelledby={`${tab.id}-tab`}
      tabIndex={-1}
      onFocus={remember}
      className="relative h-full overflow-auto outline-none"
    >
      <TabErrorBoundary onRetry={retry}>
        <TabProvider id={tab.id} key={tab.generation}>
          <TabView path={tab.path} />
        </TabProvider>
      </TabErrorBoundary>
    </div>
  );
}
