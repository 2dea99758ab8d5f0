"use client";
import type { RowSelectionState, Updater } from "@tanstack/react-table";
import { useMemo, useState } from "react";

/** The selected rows by their id; those of other pages are kept. */
export type Selection<Row> = ReadonlyMap<string, Row>;

export interface SelectionControl<Row> {
  selected: Selection<Row>;
  setSelected(selected: Selection<Row>): void;
}

export function useSelection<Row>(): SelectionControl<Row> {
  const [selected, setSelected] = useState<Selection<Row>>(() => new Map());
  return useMemo(() => ({ selected, setSelected }), [selected]);
}

export function selectionState(selected: Selection<unknown>): RowSelectionState {
  return Object.fromEntries([...selected.keys()].map((id) => [id, true as const]));
}

/** Carries a change of the selected ids over to the rows: of this page, or kept from others. */
export function applySelection<Row>(
  selected: Selection<Row>,
  updater: Updater<RowSelectionState>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Selection<Row> {
  const before = selectionState(selected);
  const after = typeof updater === "function" ? updater(before) : updater;
  const here = new Map(rows.map((row) => [idOf(row), row]));
  const next = new Map<string, Row>();
  for (const id of Object.keys(after)) {
    const row = here.get(id) ?? selected.get(id);
    if (after[id] && row !== undefined) next.set(id, row);
  }
  return next;
}
