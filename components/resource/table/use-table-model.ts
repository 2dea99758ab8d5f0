"use client";
import { type ReactNode, useMemo, useRef } from "react";
import { useFocusFallback } from "@/components/ui/use-kept-focus";
import { allRows } from "@/lib/contract/paging";
import { filterControl } from "../filters/filter-control";
import type { Gallery, ResourceColumn, Timeline } from "../list/columns";
import type { ListEndpoint, ListScope, RowOf } from "../list/list-call";
import { useListQuery } from "../list/list-query";
import type { ListControl } from "../list/list-state";
import type { SelectionControl } from "../list/selection";
import { useAttributes } from "./attributes";
import { arrange, defaultLayout, hasOtherLook } from "./layout/layout";
import { useLayout } from "./layout/use-layout";
import type { EmptyTexts } from "./table-states";
import { type SelectionMode, useGridActions } from "./use-grid-actions";
import { useGridFocus } from "./use-grid-focus";
import { useRowTable } from "./use-row-table";
import { useSidePanel } from "./use-side-panel";

/** Visible state of a table. */
interface ShownList {
  columns: readonly { id: string; header: string }[];
  /** Number of rows on all pages; undefined until known. */
  totalCount: number | undefined;
}

export interface ResourceTableProps<E extends ListEndpoint> extends ListScope {
  endpoint: E;
  /** Accessible name of the table, such as "Users". */
  label: string;
  columns: readonly ResourceColumn<RowOf<E>>[];
  control: ListControl;
  idOf: (row: RowOf<E>) => string;
  /** Returns the name of a row for labels and questions. */
  nameOf: (row: RowOf<E>) => string;
  /** Returns the link target of a row; the first column becomes its link. */
  linkOf?: (row: RowOf<E>) => string;
  /** Opens a row without a link; the first column becomes its button. */
  onOpen?: (row: RowOf<E>) => void;
  /** Rows before those of the list, on its first page; without a link, and not selectable. At most {@link maxLeading}. */
  leading?: readonly RowOf<E>[];
  /** Offers the record of a row in a panel beside the table; `linkOf` leads to records then. */
  sidePanel?: boolean;
  selection?: { mode: Exclude<SelectionMode, "none"> } & SelectionControl<RowOf<E>>;
  /** Actions for the selected rows. */
  bulkActions?: ReactNode;
  /** Heading of a view that is only a table. */
  heading?: ReactNode;
  /** At the right of the heading, or of the search without one, such as "New user". */
  actions?: ReactNode | ((shown: ShownList) => ReactNode);
  empty: EmptyTexts;
  /** Further controls that narrow down the list, next to its filters. */
  narrowing?: ReactNode;
  quickFilters?: ReactNode;
  /** For a table that is refreshed by its view or on opening. */
  withoutRefresh?: boolean;
  /** For a view with a separate search box. */
  withoutSearch?: boolean;
  /** For places without column settings, such as dialogs. */
  withoutLayout?: boolean;
  /** Offers tiles beside the rows; a stable object. */
  gallery?: Gallery<RowOf<E>>;
  /** Shows a timeline instead of the columns, which remain the other look; a stable object. */
  timeline?: Timeline<RowOf<E>>;
  className?: string;
}

/** Rows of a page after the leading ones, or those of a timeline; a stable array. */
function useShownRows<E extends ListEndpoint>(
  { rows: listed, shown }: Pick<ReturnType<typeof useListQuery<E>>, "rows" | "shown">,
  given: readonly RowOf<E>[] = noRows,
  timeline: Timeline<RowOf<E>> | undefined,
) {
  const leading = shown.page === 1 ? given : noRows;
  const rows = useMemo(() => {
    if (timeline) return timeline.rowsOf(listed);
    return leading.length > 0 ? [...leading, ...listed] : listed;
  }, [leading, listed, timeline]);
  return { rows, isLeading: (row: RowOf<E>) => leading.includes(row) };
}

const noRows: readonly never[] = [];

/** Model of a table: its rows with columns, selection and focus. */
export function useTableModel<E extends ListEndpoint>(props: ResourceTableProps<E>) {
  const { endpoint, control, selection, withoutLayout } = props;
  const mode: SelectionMode = selection?.mode ?? "none";
  const layout = useLayout(endpoint);
  const attributes = useAttributes(endpoint, control, layout, withoutLayout);
  const { shown: shownAttributes } = attributes;
  const list = useListQuery(endpoint, control, {
    params: props.params,
    filter: { ...props.filter, ...attributes.filter },
  });
  const isTimeline =
    list.shown.sortBy === props.timeline?.sortBy &&
    list.shown.pageLimit !== allRows &&
    (withoutLayout || !hasOtherLook(layout.layout));
  const timeline = isTimeline ? props.timeline : undefined;
  const { rows, isLeading } = useShownRows(list, props.leading, timeline);
  const { linkOf: linkOfOthers } = props;
  const linkOf = linkOfOthers && ((row: RowOf<E>) => (isLeading(row) ? undefined : linkOfOthers(row)));
  const all = useMemo(() => [...props.columns, ...shownAttributes], [props.columns, shownAttributes]);
  const columns = useMemo(
    () => arrange(all, withoutLayout ? defaultLayout : layout.layout),
    [all, layout.layout, withoutLayout],
  );
  const table = useRowTable({ ...props, columns: timeline?.columns ?? columns, rows, mode, isLeading });
  const section = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(rows.length, section);
  const kept = useFocusFallback(section);
  const panel = useSidePanel({ ...props, rows, linkOf }, focus);
  const actions = useGridActions({ ...props, rows, linkOf, isLeading, mode, onPeek: panel?.toggle }, focus);
  const filtering = {
    ...filterControl(endpoint, [...props.columns, ...(attributes.loaded ?? [])], control),
    loadMore: attributes.load,
  };
  return {
    ...list,
    layout,
    attributes,
    all,
    columns,
    timeline,
    section,
    kept,
    panel,
    isEmpty: list.totalCount === 0 && rows.length === 0,
    grid: {
      ...table,
      linkOf,
      extraRows: props.leading?.length ?? 0,
      mode,
      focus,
      actions,
      filtering,
      box,
      onRowFocus: panel?.follow,
    },
  };
}
