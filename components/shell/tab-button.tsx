"use client";
import { FileQuestion, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { areaNamed } from "@/components/areas/registry";
import { cn } from "@/components/ui/cn";
import { Truncate } from "@/components/ui/truncate";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useTabStore } from "@/lib/tabs/context";
import type { Tab } from "@/lib/tabs/tab";

interface TabPartProps {
  tab: Tab;
  /** From 1: the column of the strip's grid. */
  column: number;
  title: string;
  active: boolean;
}

export function TabButton({ tab, column, title, active }: TabPartProps) {
  const t = useTranslations("shell.tabs");
  const { actions } = useTabStore();
  const Icon = areaNamed(tab.icon ?? "")?.icon ?? FileQuestion;

  const choose = (event: MouseEvent<HTMLElement>) => {
    // The view gets its focus back; from the keyboard (detail 0) the focus stays in the strip.
    if (event.detail > 0) event.currentTarget.blur();
    actions.activate(tab.id);
  };

  return (
    <button
      type="button"
      role="tab"
      id={`${tab.id}-tab`}
      aria-selected={active}
      aria-controls={tab.visited ? `${tab.id}-panel` : undefined}
      aria-keyshortcuts={tab.persistent ? undefined : "Delete"}
      tabIndex={active ? 0 : -1}
      style={{ gridColumn: column, gridRow: 1 }}
      onClick={choose}
      // Without this the middle button starts scrolling by mouse in some browsers.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && actions.close(tab.id)}
      className={cn(
        "group/tab relative flex min-w-0 scroll-mx-2 items-center gap-2 border-border border-r pl-3 text-left text-sm outline-offset-[-3px]",
        tab.persistent ? "pr-3" : "pr-8",
        active ? "bg-surface font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
      )}
    >
      {active && <span aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 bg-primary" />}
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", active && "text-primary")} />
      <Truncate className="min-w-0 flex-1">{title}</Truncate>
      {tab.highlighted && (
        <>
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warning" />
          <VisuallyHidden>, {t("unsaved")}</VisuallyHidden>
        </>
      )}
    </button>
  );
}

export function TabCloseButton({ tab, column, title, active }: TabPartProps) {
  const t = useTranslations("shell.tabs");
  const { actions } = useTabStore();
  const label = t("close", { title });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // With the keyboard, Delete closes the tab that has the focus.
      tabIndex={active ? 0 : -1}
      style={{ gridColumn: column, gridRow: 1 }}
      onClick={() => actions.close(tab.id)}
      onAuxClick={(event) => event.button === 1 && actions.close(tab.id)}
      className="z-1 mr-1.5 flex size-5 items-center justify-center self-center justify-self-end rounded-sm text-muted hover:bg-hover hover:text-text"
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  );
}
