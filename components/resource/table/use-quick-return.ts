"use client";
import { type RefObject, useLayoutEffect } from "react";
import { idle } from "@/components/ui/idle";
import { headRow, indexOfRow } from "./grid-stops";
import type { GridFocus } from "./use-grid-focus";

/** Fewer rows are laid out so quickly that nothing is gained. */
const worthwhile = 40;
/** Pixels above and below the screen within which rows are there at once. */
const margin = 200;

/**
 * Lets a long table come back to the front as quickly as a short one: while its tab is hidden, only the rows that were
 * on screen stay in the layout, and the others return once these are painted. Meanwhile they keep their height.
 * @param box what the rows scroll in
 */
export function useQuickReturn(focus: GridFocus, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const table = focus.grid.current;
    const scroller = box.current;
    if (!table || !scroller) return;
    const cancel = idle(() => takeBack(table));
    return () => {
      cancel();
      putAside(table, scroller.getBoundingClientRect(), focus.held());
    };
  }, [focus, box]);
}

function putAside(table: HTMLTableElement, box: DOMRect, held: number): void {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  // Rows without a place stand for others that are not rendered, or for ones that are yet to come.
  const isWhole = rows.every((row) => indexOfRow(row) !== headRow && !row.hidden);
  if (rows.length < worthwhile || !isWhole) return;
  const top = Math.max(box.top, 0) - margin;
  const bottom = Math.min(box.bottom, window.innerHeight) + margin;
  const places = rows.map((row) => ({ row, rect: row.getBoundingClientRect() }));
  const near = places.filter(({ rect }) => rect.bottom > top && rect.top < bottom);
  const first = near[0];
  const last = near.at(-1);
  // What has the focus cannot go away; where nothing is on screen, nothing says what will be.
  if (!first || !last) return;
  if (held !== headRow && !near.some(({ row }) => indexOfRow(row) === held)) return;
  const above = first.rect.top - (places[0]?.rect.top ?? 0);
  const below = (places.at(-1)?.rect.bottom ?? 0) - last.rect.bottom;
  for (const { row, rect } of places) row.hidden = rect.bottom <= top || rect.top >= bottom;
  table.style.marginTop = `${above}px`;
  table.style.marginBottom = `${below}px`;
}

function takeBack(table: HTMLTableElement): void {
  for (const row of table.tBodies[0]?.rows ?? []) row.hidden = false;
  table.style.marginTop = "";
  table.style.marginBottom = "";
}
