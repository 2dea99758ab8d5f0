"use client";
import { useTranslations } from "next-intl";
import { type ReactElement, Suspense, useState } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import type { FilterControl, FilterTarget } from "./filter-control";

const FilterEditor = lazyPart(() => import("./filter-editor"));

interface FilterPopoverProps {
  control: FilterControl;
  /** A button. */
  children: ReactElement;
  /** The position of the filter to change; without it a new one is made. */
  at?: number;
  /** The column of a new filter; without it the editor lets choose. */
  target?: FilterTarget;
}

/** A button that opens the editor of a filter beneath it, and has the focus again when that closes. */
export function FilterPopover({ control, at, target, children }: FilterPopoverProps) {
  const t = useTranslations("resource.filters");
  const [open, setOpen] = useState(false);
  const { targets, filters, put, loadMore } = control;
  const filter = at === undefined ? undefined : filters[at];
  const chosen = target ?? (filter ? targets.find(({ id }) => id === filter.column) : targets[0]);
  if (!chosen) return null;
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next && !filter && !target) loadMore?.();
      }}
      label={filter || target ? t("editorOf", { column: chosen.header }) : t("add")}
      anchor={
        // Loaded with the intention, shown with the click.
        <PopoverTrigger asChild onPointerEnter={FilterEditor.preload} onFocus={FilterEditor.preload}>
          {children}
        </PopoverTrigger>
      }
    >
      <Suspense fallback={<div className="h-40 w-80 max-w-full" />}>
        <FilterEditor
          targets={targets}
          target={chosen}
          filter={filter}
          isColumnFixed={filter !== undefined || target !== undefined}
          onCancel={() => setOpen(false)}
          onApply={(made) => {
            setOpen(false);
            put(made, at);
          }}
        />
      </Suspense>
    </Popover>
  );
}
