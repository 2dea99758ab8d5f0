"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { usePermissionLabel, usePermissionPartLabel } from "../values/permission-labels";
import { headOf, type MatrixRow } from "./matrix";
import { type CellContext, cell } from "./matrix-cells";

interface ColumnHeadProps extends CellContext {
  label: string;
  ids: readonly string[];
  className: string;
}

export function ColumnHead({ label, ids, className, ...context }: ColumnHeadProps) {
  return (
    <th
      scope="col"
      // Without the name of its checkbox.
      aria-label={label}
      className={cn(
        "sticky top-0 z-[5] border-b bg-surface px-1 py-0.5 font-medium text-muted text-xs focus-visible:-outline-offset-2",
        className,
      )}
    >
      <HeadLabel {...context} name={label} ids={ids} className="max-sm:flex-col max-sm:gap-0.5">
        {label}
      </HeadLabel>
    </th>
  );
}

interface RowHeadProps extends CellContext {
  row: MatrixRow;
  /** With the sections of a view. */
  ids: readonly string[];
}

export function RowHead({ row, ids, ...context }: RowHeadProps) {
  const label = usePermissionLabel();
  const partLabel = usePermissionPartLabel();
  return (
    <th
      scope="row"
      aria-label={label(row.id)}
      className={cn(
        cell,
        "sticky left-0 z-[1] bg-surface text-left group-hover/row:bg-hover",
        row.view ? "pr-1 pl-6 font-normal sm:pl-9" : "px-2 font-medium sm:px-3",
      )}
    >
      <HeadLabel
        {...context}
        name={label(row.id)}
        ids={ids}
        className="flex min-h-[26px] leading-4 hyphens-auto wrap-anywhere"
      >
        {partLabel(row.id)}
      </HeadLabel>
    </th>
  );
}

interface HeadLabelProps extends CellContext {
  name: string;
  ids: readonly string[];
  className?: string;
  children: ReactNode;
}

/** Text of a head; while editing with a checkbox for all its permissions. */
function HeadLabel({ nodes, granted, edit, name, ids, className, children }: HeadLabelProps) {
  const t = useTranslations("permissions");
  const shape = cn("inline-flex items-center gap-1.5", className);
  if (!edit || ids.length === 0) return <span className={shape}>{children}</span>;
  const { state, press } = headOf(nodes, granted, ids, edit.canGrant);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={shape}>
      <Checkbox
        aria-label={t("allOf", { name })}
        checked={state === "all"}
        indeterminate={state === "some"}
        onChange={() => edit.onChange(press())}
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
