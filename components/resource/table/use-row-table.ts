"use client";
import { type ColumnDef, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { type ArrangedColumn, features, isFigures, isSortable } from "../list/columns";
import type { ListEndpoint } from "../list/list-call";
import { applySelection, type SelectionControl, selectionState } from "../list/selection";
import type { SelectionMode } from "./use-grid-actions";

interface RowTable<Row> {
  endpoint: ListEndpoint;
  columns: readonly ArrangedColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  mode: SelectionMode;
  selection?: SelectionControl<Row>;
  /** Whether a row is not part of the list. */
  isLeading?: (row: Row) => boolean;
}

/** TanStack table of a list's rows: cells, and the selection of a page. */
export function useRowTable<Row extends object>({
  endpoint,
  columns,
  rows,
  idOf,
  mode,
  selection,
  isLeading = () => false,
}: RowTable<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(
        ({
          id,
          header,
          cell,
          before,
          beside,
          align,
          from,
          width,
          wraps,
          pinnedAt,
          filter,
          isSorted,
        }): ColumnDef<typeof features, Row> => ({
          id,
          header,
          cell: ({ row }) => cell(row.original),
          meta: {
            align,
            from,
            width,
            wraps,
            before,
            beside,
            pinnedAt,
            sortable: isSortable(endpoint, { id, isSorted }),
            figures: isFigures(endpoint, { id, align, filter }),
          },
        }),
      ),
    [columns, endpoint],
  );
  const selected = selection?.selected;
  const rowSelection = useMemo(() => selectionState(selected ?? new Map()), [selected]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: idOf,
    enableRowSelection: ({ original }) => mode !== "none" && !isLeading(original),
    enableMultiRowSelection: mode === "checkbox",
    state: { rowSelection },
    onRowSelectionChange: (updater) =>
      selection?.setSelected(applySelection(selection.selected, updater, rows, idOf)),
  });
  return { table, definitions };
}
