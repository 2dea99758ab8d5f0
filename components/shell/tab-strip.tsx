"use client";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useTabState, useTabStore } from "@/lib/tabs/context";
import { TabButton, TabCloseButton } from "./tab-button";
import { useTabTitle } from "./tab-title";

/**
 * The open tabs. Tabs and their close buttons are laid over each other in one grid: a button inside an element of
 * role tab, or beside tabs inside the tab list, is invisible to assistive technology.
 */
export function TabStrip({ className }: { className?: string }) {
  const t = useTranslations("shell.tabs");
  const titleOf = useTabTitle();
  const { actions } = useTabStore();
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  const strip = useRef<HTMLElement>(null);
  const active = tabs.find(({ id }) => id === activeId);

  useEffect(() => {
    strip.current
      ?.querySelector(`#${CSS.escape(activeId)}-tab`)
      ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [activeId]);

  const focusTab = (id: string) =>
    strip.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}-tab`)?.focus();

  const steer = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === activeId);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to !== undefined) {
      const next = tabs[(to + tabs.length) % tabs.length];
      if (next) {
        actions.activate(next.id);
        focusTab(next.id);
      }
      event.preventDefault();
    } else if (event.key === "Delete") {
      actions.close(activeId);
      event.preventDefault();
    }
  };

  return (
    <nav
      ref={strip}
      aria-label={t("list")}
      className={cn(
        "grid min-w-0 auto-cols-[minmax(7rem,13rem)] grid-flow-col grid-rows-[36px] justify-start overflow-x-auto overscroll-x-contain",
        "border-border border-b bg-background [scrollbar-width:none]",
        className,
      )}
    >
      <div role="tablist" aria-label={t("list")} className="contents" onKeyDown={steer}>
        {tabs.map((tab, index) => (
          <TabButton
            key={tab.id}
            tab={tab}
            column={index + 1}
            title={titleOf(tab)}
            active={tab.id === activeId}
          />
        ))}
      </div>
      {tabs.map(
        (tab, index) =>
          !tab.persistent && (
            <TabCloseButton
              key={tab.id}
              tab={tab}
              column={index + 1}
              title={titleOf(tab)}
              active={tab.id === activeId}
            />
          ),
      )}
      <VisuallyHidden>
        <span role="status">{active && t("activated", { title: titleOf(active) })}</span>
      </VisuallyHidden>
    </nav>
  );
}
