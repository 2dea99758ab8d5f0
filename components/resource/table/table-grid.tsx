"use client";
import { useTranslations } from "next-intl";
import { type CSSProperties, type FocusEvent, type RefObject, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { allRows } from "@/lib/contract/paging";
import type { FilterControl } from "../filters/filter-control";
import { type ArrangedColumn, type Gallery, type ResourceColumn, shownFrom } from "../list/columns";
import type { ListState } from "../list/list-call";
import type { ListControl } from "../list/list-state";
import type { Selection } from "../list/selection";
import { minTableWidth } from "./layout/layout";
import type { LayoutTarget } from "./layout/use-layout";
import { galleryClass } from "./row-props";
import { TableBody } from "./table-body";
import { TableHead } from "./table-head";
import type { GridActions, SelectionMode } from "./use-grid-actions";
import type { GridFocus } from "./use-grid-focus";
import { useDeferredRows } from "./use-quick-return";
import type { useRowTable } from "./use-row-table";

// Varying lengths resemble text; constant ones avoid flicker.
const lengths = ["w-3/5", "w-2/5", "w-4/5", "w-1/2", "w-2/3"];

interface TableSkeletonProps {
  columns: readonly ResourceColumn<never>[];
  selectable: boolean;
  rows: number;
}

/** Placeholder with the rows and columns of a page, to avoid layout shift. */
function TableSkeleton({ columns, selectable, rows }: TableSkeletonProps) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key, row) => (
        <tr key={key} className="h-row border-b">
          {selectable && (
            <td className="px-3">
              <Skeleton className="size-4" />
            </td>
          )}
          {columns.map(({ id, from }, column) => (
            <td key={id} className={cn("px-3", from && shownFrom[from])}>
              <Skeleton className={cn("h-3", lengths[(row + column) % lengths.length])} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function GallerySkeleton() {
  return (
    <tbody aria-hidden="true" className={galleryClass}>
      {lengths.map((key) => (
        <tr key={key} className="block">
          <td className="block">
            <Skeleton className="h-60 rounded-lg" />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** Enough placeholder rows to fill a screen. */
const skeletonRows = 25;

interface TableGridProps<Row extends object> {
  label: string;
  busy: boolean;
  /** No response has arrived yet. */
  waiting: boolean;
  totalCount: number;
  /** State of the visible rows. */
  shown: ListState;
  columns: readonly (ArrangedColumn<never> & { sortable: boolean })[];
  arrangement?: Pick<LayoutTarget, "control" | "columns">;
  control: ListControl;
  filtering: FilterControl;
  table: ReturnType<typeof useRowTable<Row>>["table"];
  definitions: ReturnType<typeof useRowTable<Row>>["definitions"];
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string | undefined;
  onOpen?: (row: Row) => void;
  /** Number of rows before those of the list. */
  extraRows: number;
  mode: SelectionMode;
  /** Id of the row whose record is shown beside the grid. */
  besideId?: string;
  selected: Selection<Row> | undefined;
  focus: GridFocus;
  onRowFocus?: (event: FocusEvent) => void;
  actions: GridActions;
  /** Height of a single-line row in pixels. */
  rowHeight: number;
  /** The user added columns beyond the width, which scroll sideways. */
  isChosen: boolean;
  /** Scroll container of the rows. */
  box: RefObject<HTMLDivElement | null>;
  /** Tiles instead of rows. */
  gallery?: Gallery<Row>;
  /** See `Timeline`. */
  headingOf?: (row: Row) => string;
}

/** Rows of a list as a grid (WAI-ARIA Authoring Practices), scrolling below a sticky head. */
export function TableGrid<Row extends object>(props: TableGridProps<Row>) {
  const { label, columns, control, filtering, table, mode, focus, actions, totalCount, waiting, shown } =
    props;
  const group = useId();
  const { pageLimit } = control.state;
  const { rows } = table.getRowModel();
  const renderedRange = useDeferredRows(focus, props.box);
  const isPinned = columns.some(({ pinnedAt }) => pinnedAt !== undefined);
  const isSized = columns.some(({ pixels }) => pixels !== undefined);
  const selectionWidth = mode === "none" ? 0 : 40;
  const skeleton = props.gallery ? (
    <GallerySkeleton />
  ) : (
    <TableSkeleton
      columns={columns}
      selectable={mode !== "none"}
      rows={pageLimit === allRows ? skeletonRows : Math.min(pageLimit, skeletonRows)}
    />
  );
  return (
    <div
      ref={props.box}
      className={cn(
        "min-h-0 overflow-auto overscroll-x-contain scroll-pt-(--row-height) print:overflow-visible",
        // Renders only the rows on screen.
        pageLimit === allRows && "low:max-h-80",
      )}
    >
      <table
        ref={focus.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with arrow-key navigation is a grid
        role="grid"
        aria-label={label}
        aria-busy={props.busy}
        // Includes the head row.
        aria-rowcount={waiting ? undefined : totalCount + props.extraRows + 1}
        aria-multiselectable={mode === "checkbox" || undefined}
        onFocus={(event) => {
          focus.onFocus(event);
          props.onRowFocus?.(event);
        }}
        onBlur={focus.onBlur}
        onClick={actions.onClick}
        onAuxClick={actions.onAuxClick}
        onMouseDown={actions.onMouseDown}
        onKeyDown={actions.onKeyDown}
        data-pins={isPinned || undefined}
        data-gallery={props.gallery ? "" : undefined}
        className={cn(
          "group/grid w-full text-sm",
          props.gallery
            ? "block [&>thead]:block [&>thead>tr]:flex [&>thead>tr]:items-center [&_th:not(:first-child)]:w-auto! [&_th:not([aria-sort]):not(:has(button)):not(:first-child)]:hidden"
            : ["table-fixed", isSized && "@2xl:min-w-(--sized)"],
        )}
        style={
          {
            minWidth: props.gallery
              ? undefined
              : props.isChosen
                ? `${columns.filter(({ from }) => !from).length * 112}px`
                : undefined,
            "--sized": isSized ? `${minTableWidth(columns) + selectionWidth}px` : undefined,
            "--pins-from": isPinned ? `${selectionWidth}px` : undefined,
            marginTop: renderedRange?.above,
            marginBottom: renderedRange?.below,
          } as CSSProperties
        }
      >
        <TableHead
          columns={columns}
          control={control}
          filtering={filtering}
          arrangement={props.arrangement}
          selectionHead={
            mode === "none" ? undefined : (
              <SelectPage
                rows={rows.filter((row) => row.getCanSelect())}
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
            renderedRange={renderedRange}
            columns={props.definitions}
            offset={shown.page === 1 ? 0 : (shown.page - 1) * shown.pageLimit + props.extraRows}
            nameOf={props.nameOf}
            linkOf={props.linkOf}
            opens={props.onOpen !== undefined}
            mode={mode}
            selected={props.selected}
            besideId={props.besideId}
            group={group}
            actions={actions}
            focus={focus}
            rowHeight={props.rowHeight}
            box={props.box}
            fallback={skeleton}
            gallery={props.gallery}
            headingOf={props.headingOf}
          />
        )}
      </table>
    </div>
  );
}

interface SelectPageProps {
  rows: readonly { id: string }[];
  mode: Exclude<SelectionMode, "none">;
  selected: Selection<unknown> | undefined;
  onSelect: (all: boolean) => void;
}

/** Head of the selection column: a checkbox for all rows of the page (TL-02). */
function SelectPage({ rows, mode, selected, onSelect }: SelectPageProps) {
  const t = useTranslations("resource.table");
  if (mode === "radio") return <span className="sr-only">{t("selection")}</span>;
  const count = rows.filter(({ id }) => selected?.has(id)).length;
  const isWhole = count > 0 && count === rows.length;
  return (
    <span className="flex">
      <Checkbox
        aria-label={t("selectPage")}
        checked={isWhole}
        indeterminate={count > 0 && !isWhole}
        onChange={(event) => onSelect(event.target.checked)}
      />
    </span>
  );
}
