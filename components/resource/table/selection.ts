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

/** Where a range of rows begins: at the row that was selected or unselected last. */
export interface RangeAnchor<Row> {
  id: string;
  /** What was selected before the range. */
  base: Selection<Row>;
  /** Whether the range is selected, or unselected. */
  on: boolean;
}

/** Selects the row, or unselects it, and begins a range there. */
export function toggled<Row>(
  selected: Selection<Row>,
  row: Row,
  id: string,
): { selected: Selection<Row>; anchor: RangeAnchor<Row> } {
  const base = new Map(selected);
  const on = !base.delete(id);
  if (on) base.set(id, row);
  return { selected: base, anchor: { id, base, on } };
}

/**
 * The rows from the anchor to the one at `index`, besides what was selected before: a smaller range gives back what a
 * greater one took. Undefined when the anchor is not among the rows.
 */
export function withRange<Row>(
  anchor: RangeAnchor<Row> | undefined,
  rows: readonly Row[],
  index: number,
  idOf: (row: Row) => string,
): Selection<Row> | undefined {
  const start = anchor ? rows.findIndex((row) => idOf(row) === anchor.id) : -1;
  if (!anchor || start < 0) return undefined;
  const next = new Map(anchor.base);
  for (const row of rows.slice(Math.min(start, index), Math.max(start, index) + 1))
    if (anchor.on) next.set(idOf(row), row);
    else next.delete(idOf(row));
  return next;
}
