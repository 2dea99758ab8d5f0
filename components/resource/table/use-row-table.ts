"use client";
import { type ColumnDef, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { features, isSortable, type ResourceColumn } from "./columns";
import type { ListEndpoint, RowOf } from "./list-call";
import { applySelection, type SelectionControl, selectionState } from "./selection";
import type { SelectionMode } from "./use-grid-actions";

interface RowTable<E extends ListEndpoint> {
  endpoint: E;
  columns: readonly ResourceColumn<RowOf<E>>[];
  rows: readonly RowOf<E>[];
  idOf: (row: RowOf<E>) => string;
  mode: SelectionMode;
  selection: SelectionControl<RowOf<E>> | undefined;
}

/** TanStack's table over the rows of a list: its cells, and the selection of a page. */
export function useRowTable<E extends ListEndpoint>({
  endpoint,
  columns,
  rows,
  idOf,
  mode,
  selection,
}: RowTable<E>) {
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header, cell, align, from, width }): ColumnDef<typeof features, RowOf<E>> => ({
          id,
          header,
          cell: ({ row }) => cell(row.original),
          meta: { align, from, width, sortable: isSortable(endpoint, id) },
        }),
      ),
    [columns, endpoint],
  );
  const selected = selection?.selected;
  const rowSelection = useMemo(() => selectionState(selected ?? new Map()), [selected]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows as RowOf<E>[],
    getRowId: idOf,
    enableRowSelection: mode !== "none",
    enableMultiRowSelection: mode === "checkbox",
    state: { rowSelection },
    onRowSelectionChange: (updater) =>
      selection?.setSelected(applySelection(selection.selected, updater, rows, idOf)),
  });
  return { table, definitions };
}
