"use client";
import type { Cell, Row } from "@tanstack/react-table";
import { type ComponentPropsWithRef, memo, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ViewLink } from "@/lib/client/tabs";
import { columnStyle, type features, shownFrom } from "../list/columns";
import { PeekButton, RowSelector } from "./row-controls";
import { besideClass } from "./row-props";
import type { GridActions, SelectionMode } from "./use-grid-actions";

interface TableRowProps<Data extends object> {
  row: Row<typeof features, Data>;
  /** Index among the loaded rows from 0, and position in the whole list from 1. */
  index: number;
  position: number;
  name: string;
  /** Link target of the row; without it, a click opens the row if it `opens`, or selects it. */
  link: string | undefined;
  opens: boolean;
  selection: SelectionMode;
  /** Whether this row has a checkbox or radio button. */
  selectable: boolean;
  selected: boolean;
  /** Whether its record is shown beside the table. */
  isBeside: boolean;
  /** Name shared by the table's radio buttons. */
  group: string;
  actions: GridActions;
  /** Changed columns require new cells. */
  columns: unknown;
  ref?: ComponentPropsWithRef<"tr">["ref"];
}

/** The whole row is a click target for its link or selection; the grid handles clicks and keys. */
export const TableRow = memo(function TableRow<Data extends object>({
  row,
  index,
  position,
  name,
  link,
  opens,
  selection,
  selectable,
  selected,
  isBeside,
  group,
  actions,
  ref,
}: TableRowProps<Data>) {
  const { peek } = actions;
  return (
    <tr
      ref={ref}
      data-index={index}
      // The head is the first row.
      aria-rowindex={position + 1}
      aria-selected={selectable ? selected : undefined}
      aria-current={isBeside || undefined}
      className={cn(
        "group/row h-row border-b transition-colors last:border-b-0 hover:bg-hover",
        (link !== undefined || opens || selectable) && "cursor-pointer",
        selected && "bg-selected hover:bg-selected",
        isBeside && besideClass,
      )}
    >
      {selection !== "none" && (
        <td
          data-selection={selectable ? "" : undefined}
          className="w-10 px-3 group-data-pins/grid:pinned-cell"
        >
          {selectable && (
            <RowSelector {...{ name, index, selection, selected, group }} select={actions.select} />
          )}
        </td>
      )}
      {row
        .getAllCells()
        .map((cell, place) =>
          place === 0
            ? renderCell(
                cell,
                name,
                link ?? (opens ? () => actions.open(index) : undefined),
                peek && link !== undefined && <PeekButton {...{ name, index, peek }} className={peekClass} />,
              )
            : renderCell(cell, name),
        )}
    </tr>
  );
}) as <Data extends object>(props: TableRowProps<Data>) => React.ReactNode;

/** On touch screens always visible. */
const peekClass = "inset-y-0 right-1 my-auto pointer-coarse:visible pointer-coarse:border-transparent";

const linkClass = "max-w-full rounded-sm font-medium text-text hover:text-primary hover:underline";

/** @param link target of the cell's link under the row's name, or action of its button */
function renderCell<Data extends object>(
  cell: Cell<typeof features, Data>,
  name: string,
  link?: string | (() => void),
  action?: ReactNode,
) {
  const { meta, cell: draw } = cell.column.columnDef;
  const { align, from, figures, wraps, before, beside, pinnedAt } = meta ?? {};
  // Called directly instead of rendered as a component: recreated columns would be new component types and remount their content.
  const context = cell.getContext();
  const content = typeof draw === "function" && draw(context);
  // Read on demand: rows do not rerender when others change.
  const page = () => context.table.getRowModel().rows.map(({ original }) => original as never);
  const text = (
    <span
      className={cn(
        wraps ? "block whitespace-normal break-words py-1" : "cell-text",
        (before || beside) && "min-w-0",
      )}
    >
      {typeof link === "function" ? (
        <button type="button" data-row-link="" className={cn(linkClass, "text-left")} onClick={link}>
          {content}
        </button>
      ) : link !== undefined ? (
        <ViewLink to={link} options={{ title: name }} data-row-link="" className={linkClass}>
          {content}
        </ViewLink>
      ) : (
        content
      )}
    </span>
  );
  return (
    <td
      key={cell.id}
      className={cn(
        "px-3 focus-visible:-outline-offset-2",
        // Separates numbers from the next column.
        align === "end" && "text-right @3xl:pr-8",
        figures && "tabular-nums",
        from && shownFrom[from],
        pinnedAt === undefined ? action && "relative" : "pinned-cell",
        action && "pointer-coarse:pr-10",
      )}
      style={pinnedAt ? columnStyle(pinnedAt) : undefined}
    >
      {before || beside ? (
        <span className={cn("flex min-w-0 items-center gap-x-2", beside && "@max-lg:flex-wrap @max-lg:py-1")}>
          {before?.(cell.row.original as never, page)}
          {text}
          {beside?.(cell.row.original as never)}
        </span>
      ) : (
        text
      )}
      {action}
    </td>
  );
}
