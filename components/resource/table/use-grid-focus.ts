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
  /** The row that has the focus, by its index; -1 when none has. */
  held(): number;
  /** Where the focus is going as soon as the row there is rendered: keys may come quicker than rows. */
  coming(): GridPlace | undefined;
  /** Puts the focus near a place; a row that is not rendered is scrolled to first. */
  go(place: GridPlace): void;
  /** Puts the focus back to where it was, as far as there are rows; false when there are none. */
  restore(): boolean;
  /** Puts the focus on the first row, as coming to the grid does; false when there are none. */
  enter(): boolean;
  /** To be called whenever rows were rendered: keeps one tab stop, and the focus where a row went away beneath it. */
  settle(): void;
  /** Set by rows that are rendered only where one looks: brings the row of an index on screen. */
  reveal: RefObject<((index: number) => void) | undefined>;
  onFocus(event: FocusEvent<HTMLTableElement>): void;
  onBlur(event: FocusEvent<HTMLTableElement>): void;
}

/** What is known of the focus between renderings. */
interface FocusMemory {
  last: { place: GridPlace; stop?: HTMLElement };
  /** A place whose row is yet to be rendered. */
  wanted?: GridPlace;
  /** The stop that has the focus, or had it when it was taken away with its row. */
  holder?: HTMLElement;
  rowCount: number;
}

/**
 * The focus of a grid: one tab stop, which is where the focus was last. It stays in its row and cell when rows are
 * sorted, replaced or deleted beneath it.
 * @param fallback takes the focus when the whole grid goes away with it
 */
export function useGridFocus(rowCount: number, fallback: RefObject<HTMLElement | null>): GridFocus {
  const grid: GridFocus["grid"] = useRef(null);
  const reveal: GridFocus["reveal"] = useRef(undefined);
  const memory = useRef<FocusMemory>({ last: { place: { row: 0, cell: 0, stop: 0 } }, rowCount }).current;
  memory.rowCount = rowCount;
  const { go, settle } = useFocusMoves(grid, reveal, memory, fallback);

  // Without dependencies: what is in the grid changes with each rendering of it.
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
        // Focus within popovers of the head comes here too, through React.
        const stop = currentTarget.contains(target) ? stopAt(target) : undefined;
        const place = stop && placeOf(stop);
        if (!stop || !place) return;
        // Whoever goes elsewhere meanwhile stays there.
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

/** How the focus gets to a place, and stays at one while rows come and go. */
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
      // The fallback has it only as long as there is nothing better.
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
      // A page without rows is about to give way to one that has some.
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

/** Where the Tab key goes first: to the first row, past its box. */
function firstStop(grid: HTMLTableElement): HTMLElement | undefined {
  const link = grid.querySelector<HTMLElement>("a[data-row-link]");
  if (link) return link;
  const row = grid.querySelector<HTMLTableRowElement>("tr[data-index]") ?? grid.tHead?.rows[0];
  return row ? stopsOf(row)[0] : undefined;
}

/** Scrolls as little as is needed; the box's scroll padding keeps the head from covering it. */
function show(stop: HTMLElement): void {
  (stop.closest("td, th") ?? stop).scrollIntoView({ block: "nearest", inline: "nearest" });
}
