"use client";
import { type ReactNode, useMemo, useRef } from "react";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { filterControl } from "../filters/filter-control";
import { useAttributes } from "./attributes";
import type { ResourceColumn } from "./columns";
import { arrange, defaultLayout } from "./layout/layout";
import { useLayout } from "./layout/use-layout";
import type { ListEndpoint, ListScope, RowOf } from "./list-call";
import { useListQuery } from "./list-query";
import type { ListControl } from "./list-state";
import type { SelectionControl } from "./selection";
import type { EmptyTexts } from "./table-states";
import { type SelectionMode, useGridActions } from "./use-grid-actions";
import { useGridFocus } from "./use-grid-focus";
import { useRowTable } from "./use-row-table";

/** What a table shows at the moment. */
interface ShownList {
  columns: readonly { id: string; header: string }[];
  /** How many rows there are on all pages; undefined until that is known. */
  totalCount: number | undefined;
}

export interface ResourceTableProps<E extends ListEndpoint> extends ListScope {
  endpoint: E;
  /** The accessible name of the table, such as "Users". */
  label: string;
  columns: readonly ResourceColumn<RowOf<E>>[];
  control: ListControl;
  idOf: (row: RowOf<E>) => string;
  /** What a row is called in labels and questions. */
  nameOf: (row: RowOf<E>) => string;
  /** Where a row leads; the first column becomes its link. */
  linkOf?: (row: RowOf<E>) => string;
  selection?: { mode: Exclude<SelectionMode, "none"> } & SelectionControl<RowOf<E>>;
  /** What can be done with the selected rows. */
  bulkActions?: ReactNode;
  /** The head of the view, where the table is all of it. */
  heading?: ReactNode;
  /** At the right of the heading, or of the search where there is none, such as "New user". */
  actions?: ReactNode | ((shown: ShownList) => ReactNode);
  empty: EmptyTexts;
  /** What else narrows the list down, beside its filters. */
  narrowing?: ReactNode;
  /** Where the view around the table, or its being opened anew, refreshes it. */
  withoutRefresh?: boolean;
  /** Where the view around the table has its own box for the phrase. */
  withoutSearch?: boolean;
  /** Where a choice of columns would be out of place, as in dialogs. */
  withoutLayout?: boolean;
  className?: string;
}

/** The rows of a table with their columns, selection and focus, before anything of it is drawn. */
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
  const { rows } = list;
  const all = useMemo(() => [...props.columns, ...shownAttributes], [props.columns, shownAttributes]);
  const columns = useMemo(
    () => arrange(all, withoutLayout ? defaultLayout : layout.layout),
    [all, layout.layout, withoutLayout],
  );
  const table = useRowTable({ ...props, columns, rows, mode });
  const section = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(rows.length, section);
  const kept = useKeptFocus(section);
  const actions = useGridActions({ ...props, rows, mode }, focus);
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
    section,
    kept,
    grid: { ...table, mode, focus, actions, filtering, box },
  };
}
