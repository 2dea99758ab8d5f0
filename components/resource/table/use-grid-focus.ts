"use client";
import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import {
  type GridPlace,
  headRow,
  keepOneTabStop,
  nearestStop,
  placeOf,
  rowAt,
  stopAt,
  stopsOf,
} from "./grid-stops";

export interface GridFocus {
  grid: RefObject<HTMLTableElement | null>;
  /** Index of the focused row; -1 if none. */
  held(): number;
  /** Pending focus target in an unrendered row: keys may be faster than rendering. */
  coming(): GridPlace | undefined;
  /** Focuses the nearest stop; scrolls to the row first if it is not rendered. */
  go(place: GridPlace): void;
  /** Restores the previous focus as far as possible; false without rows. */
  restore(): boolean;
  /** Focuses the first row, like entering the grid; false without rows. */
  enter(): boolean;
  /** Call after each render of rows: keeps one tab stop, and restores the focus of a removed row. */
  settle(): void;
  /** Set by virtualised rows: scrolls the row at an index into view. */
  reveal: RefObject<((index: number) => void) | undefined>;
  onFocus(event: FocusEvent<HTMLTableElement>): void;
  onBlur(event: FocusEvent<HTMLTableElement>): void;
}

/** Focus state between renders. */
interface FocusMemory {
  last: { place: GridPlace; stop?: HTMLElement };
  /** Position in an unrendered row. */
  wanted?: GridPlace;
  /** Stop that has the focus, or had it when its row was removed. */
  holder?: HTMLElement;
  rowCount: number;
}

/**
 * Focus management of a grid: one tab stop at the last focused position. It stays in its row and cell when rows are sorted,
 * replaced or deleted.
 * @param fallback receives the focus when the whole grid is removed
 */
export function useGridFocus(rowCount: number, fallback: RefObject<HTMLElement | null>): GridFocus {
  const grid: GridFocus["grid"] = useRef(null);
  const reveal: GridFocus["reveal"] = useRef(undefined);
  const memory = useRef<FocusMemory>({ last: { place: { row: 0, cell: 0, stop: 0 } }, rowCount }).current;
  memory.rowCount = rowCount;
  const { go, settle } = useFocusMoves(grid, reveal, memory, fallback);

  // No dependencies: the grid's content changes with each render.
  useLayoutEffect(settle);

  return useMemo(
    () => ({
      grid,
      reveal,
      go,
      settle,
      coming: () => memory.wanted,
      held: () => (memory.holder?.isConnected ? memory.last.place.row : headRow),
      restore() {
        if (memory.rowCount === 0 || !grid.current) return false;
        go(memory.last.place);
        return true;
      },
      enter() {
        const table = grid.current;
        if (memory.rowCount === 0 || !table) return false;
        const first = firstStop(table);
        const place = first && placeOf(first);
        go({ cell: 0, stop: 0, ...place, row: 0 });
        return true;
      },
      onFocus({ target, currentTarget }) {
        // React also bubbles focus events from popovers of the head.
        const stop = currentTarget.contains(target) ? stopAt(target) : undefined;
        const place = stop && placeOf(stop);
        if (!stop || !place) return;
        // A user who moves the focus elsewhere meanwhile keeps it there.
        if (memory.wanted?.row !== place.row) memory.wanted = undefined;
        memory.holder = stop;
        memory.last = { place, stop };
        keepOneTabStop(currentTarget, stop);
      },
      onBlur({ relatedTarget, currentTarget }) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) memory.holder = undefined;
      },
    }),
    [memory, go, settle],
  );
}

/** Moves the focus to a position, and keeps it while rows change. */
function useFocusMoves(
  grid: GridFocus["grid"],
  reveal: GridFocus["reveal"],
  memory: FocusMemory,
  fallback: RefObject<HTMLElement | null>,
): Pick<GridFocus, "go" | "settle"> {
  return useMemo(() => {
    const focusNear = (place: GridPlace): boolean => {
      const table = grid.current;
      const row = table && rowAt(table, Math.min(place.row, memory.rowCount - 1));
      const stop = row && nearestStop(row, place);
      if (!table || !stop) return false;
      keepOneTabStop(table, stop);
      stop.focus({ preventScroll: true });
      // Without an event if it has the focus already.
      memory.last.stop = stop;
      show(stop);
      return true;
    };

    const go = (place: GridPlace) => {
      memory.last = { place };
      if (place.row !== headRow && grid.current && !rowAt(grid.current, place.row) && reveal.current) {
        memory.wanted = place;
        reveal.current(place.row);
        return;
      }
      memory.wanted = undefined;
      focusNear(place);
    };

    const settle = () => {
      const table = grid.current;
      const isLost = memory.holder && !memory.holder.isConnected;
      // The fallback keeps the focus only until the grid can take it.
      const isNowhere = [document.body, fallback.current].includes(document.activeElement as HTMLElement);
      if (!table) {
        if (isLost && isNowhere) fallback.current?.focus({ preventScroll: true });
        if (isLost) memory.holder = undefined;
        return;
      }
      if (memory.wanted) {
        if (!focusNear(memory.wanted)) return;
        memory.wanted = undefined;
      }
      // An empty page is about to be replaced by one with rows.
      if (isLost && (!isNowhere || memory.rowCount > 0)) {
        memory.holder = undefined;
        if (isNowhere) go(memory.last.place);
      }
      const { stop } = memory.last;
      keepOneTabStop(table, stop?.isConnected && table.contains(stop) ? stop : firstStop(table));
    };
    return { go, settle };
  }, [grid, reveal, memory, fallback]);
}

/** Returns the first tab stop: the first row, after its checkbox. */
function firstStop(grid: HTMLTableElement): HTMLElement | undefined {
  const link = grid.querySelector<HTMLElement>("a[data-row-link]");
  if (link) return link;
  const row = grid.querySelector<HTMLTableRowElement>("tr[data-index]") ?? grid.tHead?.rows[0];
  return row ? stopsOf(row)[0] : undefined;
}

/** Scrolls minimally; the container's scroll padding accounts for the head. */
function show(stop: HTMLElement): void {
  (stop.closest("td, th") ?? stop).scrollIntoView({ block: "nearest", inline: "nearest" });
}
