"use client";
import { useTranslations } from "next-intl";
import { type ReactElement, Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import type { FilterControl, FilterTarget } from "./filter-control";

const FilterEditor = lazyPart(() => import("./filter-editor"));

interface FilterPopoverProps {
  control: FilterControl;
  /** A button. */
  children: ReactElement;
  /** Index of the filter to change; omitted to add one. */
  at?: number;
  /** Column whose fields are offered; omitted for all fields. */
  column?: { header: string; targets: readonly FilterTarget[] };
}

/** Button that opens the filter editor below it, and regains the focus on close. */
export function FilterPopover({ control, at, column, children }: FilterPopoverProps) {
  const t = useTranslations("resource.filters");
  const [open, setOpen] = useState(false);
  const { filters, put, loadMore } = control;
  const targets = column?.targets ?? control.targets;
  const filter = at === undefined ? undefined : filters[at];
  const chosen = filter ? targets.find(({ id }) => id === filter.column) : targets[0];
  if (!chosen) return null;
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next && !filter && !column) loadMore?.();
      }}
      label={filter || column ? t("editorOf", { column: (column ?? chosen).header }) : t("add")}
      anchor={
        // Preloads on hover and focus.
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
          isOfColumn={column !== undefined}
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
