"use client";
import type { RowSelectionState, Updater } from "@tanstack/react-table";
import { useMemo, useState } from "react";

/** Selected rows by id, including those of other pages. */
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

/** Maps changed ids to rows, from this page or from the previous selection. */
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

/** Start of a range: the last row that was toggled. */
export interface RangeAnchor<Row> {
  id: string;
  /** Selection before the range. */
  base: Selection<Row>;
  /** Whether the range selects or deselects. */
  on: boolean;
}

/** Toggles the row and starts a range there. */
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
 * Applies the range from the anchor to `index` to the selection before it, so that shrinking the range reverts rows. Undefined if
 * the anchor is not among the rows.
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
