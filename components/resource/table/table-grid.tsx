"use client";
import { type RefObject, useId } from "react";
import { allRows } from "@/lib/contract/paging";
import type { FilterControl } from "../filters/filter-control";
import type { ResourceColumn } from "./columns";
import type { ListControl } from "./list-state";
import { SelectPage } from "./select-page";
import type { Selection } from "./selection";
import { TableBody } from "./table-body";
import { TableHead } from "./table-head";
import { TableSkeleton } from "./table-skeleton";
import type { GridActions, SelectionMode } from "./use-grid-actions";
import type { GridFocus } from "./use-grid-focus";
import { useQuickReturn } from "./use-quick-return";
import type { useRowTable } from "./use-row-table";

/** As many rows of a page that is to come fill a screen. */
const skeletonRows = 25;

interface TableGridProps<Row extends object> {
  label: string;
  busy: boolean;
  /** Nothing has been answered yet. */
  waiting: boolean;
  totalCount: number;
  columns: readonly (ResourceColumn<never> & { sortable: boolean })[];
  control: ListControl;
  filtering: FilterControl;
  table: ReturnType<typeof useRowTable<Row>>["table"];
  definitions: ReturnType<typeof useRowTable<Row>>["definitions"];
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string;
  mode: SelectionMode;
  selected: Selection<Row> | undefined;
  focus: GridFocus;
  actions: GridActions;
  /** Of a row with one line, in pixels. */
  rowHeight: number;
  /** Somebody put in more columns than may fit: they scroll sideways. */
  isChosen: boolean;
  /** What the rows scroll in. */
  box: RefObject<HTMLDivElement | null>;
}

/** The rows of a list as a grid (WAI-ARIA Authoring Practices), scrolling under a head that stays. */
export function TableGrid<Row extends object>(props: TableGridProps<Row>) {
  const { label, columns, control, filtering, table, mode, focus, actions, totalCount, waiting } = props;
  const group = useId();
  const { page, pageLimit } = control.state;
  const { rows } = table.getRowModel();
  const atHand = useQuickReturn(focus, props.box);
  const min = columns.filter(({ from }) => !from).length * 112;
  const skeleton = (
    <TableSkeleton
      columns={columns}
      selectable={mode !== "none"}
      rows={pageLimit === allRows ? skeletonRows : Math.min(pageLimit, skeletonRows)}
    />
  );
  return (
    <div
      ref={props.box}
      className="min-h-0 overflow-auto overscroll-x-contain scroll-pt-(--row-height) print:overflow-visible"
    >
      <table
        ref={focus.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the arrow keys go through is what a grid is
        role="grid"
        aria-label={label}
        aria-busy={props.busy}
        // The head is a row too.
        aria-rowcount={waiting ? undefined : totalCount + 1}
        aria-multiselectable={mode === "checkbox" || undefined}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onClick={actions.onClick}
        onAuxClick={actions.onAuxClick}
        onMouseDown={actions.onMouseDown}
        onKeyDown={actions.onKeyDown}
        className="w-full table-fixed text-sm"
        style={{
          minWidth: props.isChosen ? `${min}px` : undefined,
          marginTop: atHand?.above,
          marginBottom: atHand?.below,
        }}
      >
        <TableHead
          columns={columns}
          control={control}
          filtering={filtering}
          selectionHead={
            mode === "none" ? undefined : (
              <SelectPage
                rows={rows}
                mode={mode}
                selected={props.selected}
                onSelect={(all) => table.toggleAllPageRowsSelected(all)}
              />
            )
          }
        />
        {waiting ? (
          skeleton
        ) : (
          <TableBody
            rows={rows}
            atHand={atHand}
            columns={props.definitions}
            offset={pageLimit === allRows ? 0 : (page - 1) * pageLimit}
            nameOf={props.nameOf}
            linkOf={props.linkOf}
            mode={mode}
            selected={props.selected}
            group={group}
            actions={actions}
            focus={focus}
            rowHeight={props.rowHeight}
            box={props.box}
            fallback={skeleton}
          />
        )}
      </table>
    </div>
  );
}
