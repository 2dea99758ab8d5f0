"use client";
import { Check, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { tooltipAttributes } from "@/components/ui/tooltip";
import { usePermissionLabel, usePermissionPartLabel } from "../values/permission-labels";
import type { Column, MatrixRow } from "./matrix";
import { type Granted, itemsOf, type TreeNode, toggle, toggleAll } from "./tree";

interface MatrixEdit {
  stored: Granted;
  /** Users cannot grant permissions they lack; the server refuses it too. */
  canGrant: (id: string) => boolean;
  onChange: (granted: Granted) => void;
}

/** Explains a cell that cannot be edited. */
interface CellNote {
  /** Said instead of whether it is granted, and the cell's tooltip. */
  text: string;
  /** Shown instead of a mark. */
  mark?: ReactNode;
}

export interface CellContext {
  nodes: readonly TreeNode[];
  granted: Granted;
  edit?: MatrixEdit;
  noteOf?: (id: string) => CellNote | undefined;
}

export const cell = "border-t p-0 focus-visible:-outline-offset-2 group-first/row:border-t-0";

interface PermissionCellProps extends CellContext {
  row: MatrixRow;
  column: Column;
  /** Undefined where the row has no such permission. */
  id: string | undefined;
}

/** One permission of a row: a checkbox while editing, otherwise a mark. */
export function PermissionCell({ row, column, id, ...context }: PermissionCellProps) {
  const t = useTranslations("permissions");
  const label = usePermissionLabel();
  const { tooltipOf } = useCellTexts(context);
  const shape = cn(cell, "relative text-center group-hover/row:bg-hover");
  if (id === undefined) return <td className={shape} />;
  return (
    <td {...tooltipAttributes(tooltipOf(id))} className={shape}>
      <Permission
        {...context}
        id={id}
        name={`${label(row.id)}: ${t(`columns.${column}`)}`}
        className="h-[26px]"
      />
    </td>
  );
}

/** The permissions of a row without a column of their own, as chips. */
export function OtherCell({ row, ...context }: CellContext & { row: MatrixRow }) {
  const label = usePermissionLabel();
  const partLabel = usePermissionPartLabel();
  const { textOf, tooltipOf } = useCellTexts(context);
  // Without controls the cell is one stop of the keyboard, so its tooltip explains all chips.
  const notes = context.edit ? [] : row.other.map((id) => `${partLabel(id)}: ${textOf(id)}`);
  return (
    <td
      {...(notes.length > 0 && tooltipAttributes(notes.join(" · ")))}
      className={cn(cell, "px-1 group-hover/row:bg-hover")}
    >
      <span className="flex flex-wrap gap-x-1">
        {row.other.map((id) => (
          <span
            key={id}
            {...tooltipAttributes(tooltipOf(id))}
            className="relative inline-flex min-h-[26px] max-w-full items-center"
          >
            <Permission
              {...context}
              id={id}
              name={`${label(row.id)}: ${partLabel(id)}`}
              className={cn(
                "min-h-6 gap-1.5 rounded-full border px-2 text-xs",
                context.granted.has(id) ? "text-text" : "text-muted",
              )}
            >
              {partLabel(id)}
            </Permission>
          </span>
        ))}
      </span>
    </td>
  );
}

interface PermissionProps extends CellContext {
  id: string;
  /** Area and action. */
  name: string;
  className: string;
  children?: string;
}

function Permission({ id, name, className, children, ...context }: PermissionProps) {
  const t = useTranslations("permissions");
  const { textOf, isLocked } = useCellTexts(context);
  const { nodes, granted, edit, noteOf } = context;
  const isOn = granted.has(id);
  const shape = cn("flex items-center justify-center", className);
  if (!edit) {
    const Mark = isOn ? Check : Minus;
    const mark = (
      <Mark aria-hidden="true" className={cn("size-4 shrink-0", isOn ? "text-success" : "text-muted")} />
    );
    return (
      <span className={shape}>
        {noteOf?.(id)?.mark ?? mark}
        {children && <span aria-hidden="true">{children}</span>}
        <span className="sr-only">{`${name}: ${textOf(id)}`}</span>
      </span>
    );
  }
  const locked = isLocked(id);
  const isChanged = edit.stored.has(id) !== isOn;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={cn(shape, locked && "cursor-not-allowed")}>
      <Checkbox
        aria-label={name}
        checked={isOn}
        // Stays focusable, so that keyboard and screen reader users find the reason.
        aria-disabled={locked || undefined}
        aria-description={locked ? t("lacking") : isChanged ? t("changed") : undefined}
        className={locked ? "opacity-50" : undefined}
        onChange={({ target }) => {
          const node = nodes.find((candidate) => itemsOf(candidate).some((item) => item.id === id));
          if (node && !locked) edit.onChange(toggle(node, granted, id, target.checked));
        }}
      />
      {children}
      {isChanged && (
        <span
          aria-hidden="true"
          className={cn(
            "pointer-events-none absolute top-0.5 size-2 rounded-full border border-surface bg-warning",
            children ? "right-0" : "left-1/2 ml-1.5",
          )}
        />
      )}
    </label>
  );
}

function useCellTexts({ nodes, granted, edit, noteOf }: CellContext) {
  const t = useTranslations("permissions");
  const label = usePermissionLabel();
  const isLocked = (id: string) =>
    edit !== undefined &&
    !granted.has(id) &&
    !nodes.some((node) => toggleAll([node], granted, [id], true, edit.canGrant).has(id));
  return {
    isLocked,
    textOf: (id: string) => noteOf?.(id)?.text ?? t(granted.has(id) ? "on" : "off"),
    /** Includes the technical name unless there is something else to explain. */
    tooltipOf: (id: string) => (isLocked(id) ? t("lacking") : (noteOf?.(id)?.text ?? `${label(id)} (${id})`)),
  };
}
