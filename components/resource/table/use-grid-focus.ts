"use client";
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
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

/**
 * The focus of a grid: one tab stop, which is where the focus was last. It stays in its row and cell when rows are
 * sorted, replaced or deleted beneath it.
 * @param fallback takes the focus when the whole grid goes away with it
 */
export function useGridFocus(rowCount: number, fallback: RefObject<HTMLElement | null>): GridFocus {
  const grid = useRef<HTMLTableElement>(null);
  const reveal = useRef<(index: number) => void>(undefined);
  const last = useRef<{ place: GridPlace; stop?: HTMLElement }>({ place: { row: 0, cell: 0, stop: 0 } });
  /** A place whose row is yet to be rendered. */
  const wanted = useRef<GridPlace>(undefined);
  /** The stop that has the focus, or had it when it was taken away with its row. */
  const holder = useRef<HTMLElement>(undefined);
  const rows = useRef(rowCount);
  rows.current = rowCount;

  const focusNear = useCallback((place: GridPlace): boolean => {
    const table = grid.current;
    const row = table && rowAt(table, Math.min(place.row, rows.current - 1));
    const stop = row && nearestStop(row, place);
    if (!table || !stop) return false;
    keepOneTabStop(table, stop);
    stop.focus({ preventScroll: true });
    show(stop);
    return true;
  }, []);

  const go = useCallback(
    (place: GridPlace) => {
      last.current = { place };
      if (place.row !== headRow && grid.current && !rowAt(grid.current, place.row) && reveal.current) {
        wanted.current = place;
        reveal.current(place.row);
        return;
      }
      wanted.current = undefined;
      focusNear(place);
    },
    [focusNear],
  );

  const settle = useCallback(() => {
    const table = grid.current;
    const isLost = holder.current && !holder.current.isConnected;
    // The fallback has it only as long as there is nothing better.
    const isNowhere = [document.body, fallback.current].includes(document.activeElement as HTMLElement);
    if (!table) {
      if (isLost && isNowhere) fallback.current?.focus({ preventScroll: true });
      if (isLost) holder.current = undefined;
      return;
    }
    if (wanted.current) {
      if (!focusNear(wanted.current)) return;
      wanted.current = undefined;
    }
    // A page without rows is about to give way to one that has some.
    if (isLost && (!isNowhere || rows.current > 0)) {
      holder.current = undefined;
      if (isNowhere) go(last.current.place);
    }
    const known = last.current.stop;
    keepOneTabStop(table, known?.isConnected && table.contains(known) ? known : firstStop(table));
  }, [focusNear, go, fallback]);

  // Without dependencies: what is in the grid changes with each rendering of it.
  useLayoutEffect(settle);

  return useMemo(
    () => ({
      grid,
      reveal,
      go,
      settle,
      coming: () => wanted.current,
      held: () => (holder.current?.isConnected ? last.current.place.row : headRow),
      restore() {
        if (rows.current === 0 || !grid.current) return false;
        go(last.current.place);
        return true;
      },
      enter() {
        const table = grid.current;
        if (rows.current === 0 || !table) return false;
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
        if (wanted.current?.row !== place.row) wanted.current = undefined;
        holder.current = stop;
        last.current = { place, stop };
        keepOneTabStop(currentTarget, stop);
      },
      onBlur({ relatedTarget, currentTarget }) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) holder.current = undefined;
      },
    }),
    [go, settle],
  );
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
