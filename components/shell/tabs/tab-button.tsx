"use client";
import { FileQuestion, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentPropsWithRef, type MouseEvent, memo } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findArea } from "@/components/area/route";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import { Truncate } from "@/components/ui/truncate";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useTabStore } from "@/lib/client/tabs/context";
import type { Tab } from "@/lib/client/tabs/tab";

interface TabPartProps {
  tab: Tab;
  /** Column in the strip's grid, starting at 1. */
  column: number;
  title: string;
  active: boolean;
}

/** Memoized: most switches concern two tabs of many. */
export const TabButton = memo(function TabButton({ tab, column, title, active }: TabPartProps) {
  const t = useTranslations("shell.tabs");
  const { actions } = useTabStore();
  const Icon = findArea(useAreas(), tab.icon ?? "")?.icon ?? FileQuestion;

  const choose = (event: MouseEvent<HTMLElement>) => {
    // The view restores its focus; after keyboard activation (detail 0) it stays in the strip.
    if (event.detail > 0) event.currentTarget.blur();
    actions.activate(tab.id);
  };
  const button: ComponentPropsWithRef<"button"> = {
    role: "tab",
    id: `${tab.id}-tab`,
    // Not as visually hidden text, before which screen readers would read a space.
    "aria-label": tab.highlighted ? `${title}, ${t("unsaved")}` : undefined,
    "aria-selected": active,
    "aria-controls": tab.visited ? `${tab.id}-panel` : undefined,
    "aria-haspopup": "menu",
    "aria-keyshortcuts": tab.persistent || tab.pinned ? undefined : "Delete",
    tabIndex: active ? 0 : -1,
    style: { gridColumn: column, gridRow: 1 },
    onClick: choose,
    // The middle button starts autoscroll in some browsers; neither it nor the right button may take the focus from a view.
    onMouseDown: (event) => event.button !== 0 && event.preventDefault(),
    onAuxClick: (event) => event.button === 1 && !tab.pinned && actions.close(tab.id),
  };
  const mark = active && <span aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 bg-primary" />;
  const icon = <Icon aria-hidden="true" className={cn("size-4 shrink-0", active && "text-primary")} />;

  if (tab.pinned)
    return (
      <Tooltip content={title}>
        <button type="button" {...button} className={cn(shape(active), "justify-center")}>
          {mark}
          {icon}
          <VisuallyHidden>{title}</VisuallyHidden>
          {tab.highlighted && (
            <span
              aria-hidden="true"
              className="drawn absolute top-1.5 right-1.5 size-2 rounded-full bg-warning"
            />
          )}
        </button>
      </Tooltip>
    );
  return (
    <button
      type="button"
      {...button}
      className={cn(shape(active), "gap-2 pl-3", tab.persistent ? "max-w-35 pr-3" : "snap-start pr-8")}
    >
      {mark}
      {icon}
      <Truncate className={cn("min-w-0 flex-1", tab.persistent && "max-sm:sr-only")}>{title}</Truncate>
      {tab.highlighted && (
        <span aria-hidden="true" className="drawn size-2 shrink-0 rounded-full bg-warning" />
      )}
    </button>
  );
});

function shape(active: boolean): string {
  return cn(
    "relative flex min-w-0 select-none items-center border-border border-r text-left text-sm outline-offset-[-3px] [-webkit-touch-callout:none]",
    active ? "bg-surface font-medium text-text" : "bg-background text-muted hover:bg-hover hover:text-text",
  );
}

export const TabCloseButton = memo(function TabCloseButton({ tab, column, title, active }: TabPartProps) {
  const t = useTranslations("shell.tabs");
  const { actions } = useTabStore();
  const label = t("close", { title });
  return (
    <button
      type="button"
      id={`${tab.id}-close`}
      aria-label={label}
      title={label}
      // Delete closes the focused tab.
      tabIndex={active ? 0 : -1}
      style={{ gridColumn: column, gridRow: 1 }}
      // Keeps the focus in the input while other tabs are closed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => actions.close(tab.id)}
      onAuxClick={(event) => event.button === 1 && actions.close(tab.id)}
      className={cn(
        "z-1 mr-1 flex size-7 items-center justify-center self-center justify-self-end rounded-sm text-muted hover:bg-hover hover:text-text",
        active && "forced-color-adjust-none forced-colors:text-[HighlightText]",
      )}
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  );
});
