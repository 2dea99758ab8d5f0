"use client";
import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from "react";
import { idle } from "@/components/ui/idle";
import { leaveEvent } from "@/lib/client/tabs/leave-event";
import { headRow, indexOfRow } from "./grid-stops";
import type { GridFocus } from "./use-grid-focus";

/** Fewer rows are shown so quickly that nothing is gained. */
const worthwhile = 40;
/** Pixels above and below the screen within which rows are there at once: a turn of the wheel's worth. */
const margin = 60;
/** Milliseconds within which whoever leafs through tabs is gone again. */
const passing = 150;

/** The rows of a page from one index up to another, and the room that those before and after them take, in pixels. */
export interface RowsAtHand {
  from: number;
  /** The first that is not among them. */
  to: number;
  above: number;
  below: number;
}

/**
 * Lets a long table come back to the front as quickly as a short one: while its tab is hidden, only the rows that were
 * on screen stay rendered, and the others return once these are painted.
 * @param box what the rows scroll in
 * @returns what is to be rendered when it is not all rows
 */
export function useQuickReturn(focus: GridFocus, box: RefObject<HTMLElement | null>): RowsAtHand | undefined {
  const [atHand, setAtHand] = useState<RowsAtHand>();
  const isWhole = useRef(true);

  // Runs each time the tab comes to the front, and its end each time it leaves.
  useLayoutEffect(() => {
    const stop = new AbortController();
    let onScreen: RowsAtHand | undefined;
    const measure = () => {
      if (isWhole.current && focus.grid.current && box.current)
        onScreen = rowsOnScreen(focus.grid.current, box.current, focus.held());
    };
    box.current
      ?.closest("#content > [role=tabpanel]")
      ?.addEventListener(leaveEvent, measure, { signal: stop.signal });
    const complete = () => {
      if (!isWhole.current) setAtHand(undefined);
    };
    const stay = setTimeout(() => {
      stop.signal.addEventListener(
        "abort",
        idle(() => startTransition(complete)),
      );
    }, passing);
    for (const sign of ["wheel", "touchmove", "pointerdown"])
      box.current?.addEventListener(sign, complete, { passive: true, signal: stop.signal });
    return () => {
      clearTimeout(stay);
      stop.abort();
      if (isWhole.current && onScreen) setAtHand(onScreen);
    };
  }, [focus, box]);

  useLayoutEffect(() => {
    isWhole.current = atHand === undefined;
    if (!atHand) return;
    focus.reveal.current = () => setAtHand(undefined);
    return () => {
      focus.reveal.current = undefined;
    };
  }, [focus, atHand]);
  // Rows come and go, of which the table around them does not know.
  useLayoutEffect(focus.settle);

  return atHand;
}

function rowsOnScreen(table: HTMLTableElement, box: HTMLElement, held: number): RowsAtHand | undefined {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  // Rows without a place stand for others that are not rendered, or for ones that are yet to come.
  if (rows.length < worthwhile || rows.some((row) => indexOfRow(row) === headRow)) return undefined;
  const { top, bottom } = seenPartOf(box);
  const places = rows.map((row) => row.getBoundingClientRect());
  const from = places.findIndex((place) => place.bottom > top - margin);
  const to = places.findLastIndex((place) => place.top < bottom + margin) + 1;
  const [first, last] = [places[from], places[to - 1]];
  // What has the focus cannot go away; where nothing is on screen, nothing says what will be.
  if (!first || !last || to <= from || (held !== headRow && (held < from || held >= to))) return undefined;
  return {
    from,
    to,
    above: first.top - (places[0]?.top ?? 0),
    below: (places.at(-1)?.bottom ?? 0) - last.bottom,
  };
}

/** From where to where one sees into the box, in all that it scrolls with. */
function seenPartOf(box: HTMLElement): { top: number; bottom: number } {
  let { top, bottom } = box.getBoundingClientRect();
  for (
    let view = box.closest('[role="tabpanel"]');
    view;
    view = view.parentElement?.closest('[role="tabpanel"]') ?? null
  ) {
    const place = view.getBoundingClientRect();
    top = Math.max(top, place.top);
    bottom = Math.min(bottom, place.bottom);
  }
  return { top, bottom };
}
