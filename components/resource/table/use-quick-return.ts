"use client";
import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from "react";
import { idle } from "@/components/ui/idle";
import { leaveEvent } from "@/lib/client/tabs/leave-event";
import { headRow, indexOfRow, isGalleryGrid } from "./grid-stops";
import type { GridFocus } from "./use-grid-focus";

/** With fewer rows there is no gain. */
const minRows = 40;
/** Rows within this many pixels of the screen stay rendered: about one turn of the wheel. */
const margin = 60;
/** Milliseconds after which a user cycling through tabs has moved on. */
const passThroughDelay = 150;

/** Index range of rendered rows, and the heights of the rows before and after them in pixels. */
export interface RowRange {
  from: number;
  /** Exclusive. */
  to: number;
  above: number;
  below: number;
}

/**
 * Speeds up returning to a long table: while its tab is hidden, only the rows on screen stay rendered; the others are added after
 * the next paint.
 * @param box scroll container of the rows
 * @returns the rows to render, undefined for all
 */
export function useDeferredRows(focus: GridFocus, box: RefObject<HTMLElement | null>): RowRange | undefined {
  const [renderedRange, setRenderedRange] = useState<RowRange>();
  const isWhole = useRef(true);

  // Runs when the tab is shown, and its cleanup when it is hidden.
  useLayoutEffect(() => {
    const stop = new AbortController();
    let onScreen: RowRange | undefined;
    const measure = () => {
      if (isWhole.current && focus.grid.current && box.current)
        onScreen = rowsOnScreen(focus.grid.current, box.current, focus.held());
    };
    box.current
      ?.closest("#content > [role=tabpanel]")
      ?.addEventListener(leaveEvent, measure, { signal: stop.signal });
    const complete = () => {
      if (!isWhole.current) setRenderedRange(undefined);
    };
    const stay = setTimeout(() => {
      stop.signal.addEventListener(
        "abort",
        idle(() => startTransition(complete)),
      );
    }, passThroughDelay);
    for (const eventType of ["wheel", "touchmove", "pointerdown"])
      box.current?.addEventListener(eventType, complete, { passive: true, signal: stop.signal });
    return () => {
      clearTimeout(stay);
      stop.abort();
      if (isWhole.current && onScreen) setRenderedRange(onScreen);
    };
  }, [focus, box]);

  useLayoutEffect(() => {
    isWhole.current = renderedRange === undefined;
    if (!renderedRange) return;
    focus.reveal.current = () => setRenderedRange(undefined);
    return () => {
      focus.reveal.current = undefined;
    };
  }, [focus, renderedRange]);
  // Rows change without a render of the surrounding table.
  useLayoutEffect(focus.settle);

  return renderedRange;
}

function rowsOnScreen(table: HTMLTableElement, box: HTMLElement, focusedRow: number): RowRange | undefined {
  if (isGalleryGrid(table)) return undefined;
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  // Rows without an index are placeholders for rows that are not rendered.
  if (rows.length < minRows || rows.some((row) => indexOfRow(row) === headRow)) return undefined;
  const { top, bottom } = visiblePartOf(box);
  const places = rows.map((row) => row.getBoundingClientRect());
  const from = places.findIndex((place) => place.bottom > top - margin);
  const to = places.findLastIndex((place) => place.top < bottom + margin) + 1;
  const [first, last] = [places[from], places[to - 1]];
  // The focused row must stay; without visible rows nothing is known about the next position.
  if (!first || !last || to <= from || (focusedRow !== headRow && (focusedRow < from || focusedRow >= to)))
    return undefined;
  return {
    from,
    to,
    above: first.top - (places[0]?.top ?? 0),
    below: (places.at(-1)?.bottom ?? 0) - last.bottom,
  };
}

/** Returns the visible range of the box across its scroll containers. */
function visiblePartOf(box: HTMLElement): { top: number; bottom: number } {
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
