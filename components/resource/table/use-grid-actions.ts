"use client";
import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo, useRef } from "react";
import { useNavigation } from "@/lib/client/tabs";
import { type RangeAnchor, type SelectionControl, toggled, withRange } from "../list/selection";
import { type GridMove, moveOf } from "./grid-keys";
import { placeAfter } from "./grid-move";
import { indexOfRow, placeOf, rowOf, stopAt } from "./grid-stops";
import type { GridFocus } from "./use-grid-focus";

export type SelectionMode = "checkbox" | "radio" | "none";

interface GridRows<Row> {
  rows: readonly Row[];
  mode: SelectionMode;
  selection?: SelectionControl<Row>;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  linkOf?: (row: Row) => string | undefined;
  /** Opens a row without a link. */
  onOpen?: (row: Row) => void;
  /** Whether a row is not part of the list, and so not selectable. */
  isLeading: (row: Row) => boolean;
  /** Shows the record of a row beside the list; omitted if the list offers no panel. */
  onPeek?: (index: number) => void;
}

export interface GridActions {
  /** See `GridRows.onPeek`. */
  peek?: (index: number) => void;
  /** Opens the row at an index as Enter does. */
  open(index: number): void;
  /** Toggles the row at an index, or all rows from the last toggled one to it. */
  select(index: number, options: { range: boolean }): void;
  onClick(event: MouseEvent<HTMLTableElement>): void;
  onAuxClick(event: MouseEvent<HTMLTableElement>): void;
  onMouseDown(event: MouseEvent<HTMLTableElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLTableElement>): void;
}

/** Click and key handlers of a grid. A stable object, so that rows need not rerender. */
export function useGridActions<Row>(given: GridRows<Row>, focus: GridFocus): GridActions {
  const { open } = useNavigation();
  const latest = useRef(given);
  latest.current = given;
  const anchor = useRef<RangeAnchor<Row>>(undefined);
  const canPeek = given.onPeek !== undefined;

  return useMemo(() => {
    const openRow = (index: number, inBackground: boolean): boolean => {
      const { rows, linkOf, onOpen, nameOf } = latest.current;
      const row = rows[index];
      if (row === undefined) return false;
      const link = linkOf?.(row);
      if (link === undefined) {
        onOpen?.(row);
        return onOpen !== undefined;
      }
      open(link, { title: nameOf(row), mode: inBackground ? "background" : "tab" });
      return true;
    };

    const select: GridActions["select"] = (index, { range }) => {
      const { rows, mode, selection, idOf, isLeading } = latest.current;
      const row = rows[index];
      if (row === undefined || !selection || mode === "none" || isLeading(row)) return;
      if (mode === "radio") return selection.setSelected(new Map([[idOf(row), row]]));
      const extended = range ? withRange(anchor.current, rows, index, idOf) : undefined;
      if (extended) return selection.setSelected(extended);
      const next = toggled(selection.selected, row, idOf(row));
      anchor.current = next.anchor;
      selection.setSelected(next.selected);
    };

    const move = (step: GridMove, stop: HTMLElement) => {
      const from = placeOf(stop);
      if (!from) return;
      const place = focus.coming() ?? from;
      const next = placeAfter(step, stop, place, latest.current.rows.length);
      if (!next) return;
      if ("rows" in step && step.extend && latest.current.mode === "checkbox") {
        if (!anchor.current) select(place.row, { range: false });
        select(next.row, { range: true });
      }
      focus.go(next);
    };

    const peek = canPeek ? (index: number) => latest.current.onPeek?.(index) : undefined;
    const grid = { latest, focus, openRow, select, move, peek };
    return {
      select,
      peek,
      open: (index) => void openRow(index, false),
      ...mouseActions(grid),
      onKeyDown: keyAction(grid),
    };
  }, [open, focus, canPeek]);
}

/** Actions of a grid, independent of the input device. */
interface Grid<Row> extends Pick<GridActions, "select" | "peek"> {
  latest: RefObject<GridRows<Row>>;
  focus: GridFocus;
  /** Returns whether the row has a link. */
  openRow(index: number, inBackground: boolean): boolean;
  /** Moves the focus from a stop, and extends the selection if the key does. */
  move(step: GridMove, stop: HTMLElement): void;
}

function mouseActions<Row>({ latest, focus, select, openRow }: Grid<Row>) {
  return {
    onClick(event: MouseEvent<HTMLTableElement>) {
      const row = bodyRowOf(event);
      if (!row) return;
      if (!event.shiftKey && window.getSelection()?.toString()) return;
      const index = indexOfRow(row);
      const { mode, linkOf, onOpen } = latest.current;
      const stop = stopAt(event.target as Element);
      const place = stop && placeOf(stop);
      if (place) focus.go(place);
      // A click just beside the checkbox counts as one on it.
      const isNearCheckbox = (event.target as Element).closest("[data-selection]") !== null;
      const isRange = event.shiftKey && mode === "checkbox";
      if (isRange || isNearCheckbox || !(linkOf || onOpen)) select(index, { range: isRange });
      else openRow(index, event.ctrlKey || event.metaKey);
    },
    onAuxClick(event: MouseEvent<HTMLTableElement>) {
      const row = bodyRowOf(event);
      if (row && event.button === 1) openRow(indexOfRow(row), true);
    },
    onMouseDown(event: MouseEvent<HTMLTableElement>) {
      // Prevents selecting text along with the range.
      if (event.shiftKey && bodyRowOf(event)) event.preventDefault();
    },
  };
}

function keyAction<Row>({ latest, focus, select, openRow, move, peek }: Grid<Row>): GridActions["onKeyDown"] {
  const selectPage = () => {
    const { rows, selection, idOf, isLeading } = latest.current;
    const listed = rows.filter((row) => !isLeading(row)).map((row) => [idOf(row), row] as const);
    selection?.setSelected(new Map([...selection.selected, ...listed]));
  };
  return (event) => {
    const { target, currentTarget } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target) || isTyped(target)) return;
    const stop = stopAt(target);
    const row = stop && rowOf(stop);
    if (!stop || !row) return;
    const step = moveOf(event);
    const index = focus.coming()?.row ?? indexOfRow(row);
    const whole = event.ctrlKey || event.metaKey;
    const { mode } = latest.current;
    const isBox = target.matches("[data-selection] input");
    const isForRow = index >= 0 && !event.altKey && (!isControl(target) || target.matches("[data-row-link]"));
    if (step) move(step, stop);
    else if (event.key === "Enter" && (isForRow || (isBox && index >= 0)) && !event.shiftKey) {
      if (!openRow(index, whole)) select(index, { range: false });
    } else if (event.key === " " && isForRow && peek && !event.shiftKey) peek(index);
    else if (event.key === " " && isForRow && mode !== "none") select(index, { range: event.shiftKey });
    else if (event.key.toLowerCase() === "a" && whole && !event.shiftKey && mode === "checkbox") selectPage();
    else return;
    event.preventDefault();
  };
}

/** Returns the body row of an event outside its controls; React also bubbles events from popovers of the head. */
function bodyRowOf({ target, currentTarget }: MouseEvent<HTMLTableElement>): HTMLTableRowElement | undefined {
  if (!(target instanceof Element) || !currentTarget.contains(target) || isControl(target)) return undefined;
  return target.closest<HTMLTableRowElement>("tr[data-index]") ?? undefined;
}

function isControl(target: Element): boolean {
  return target.closest("a, button, input, select, textarea, label") !== null;
}

/** Keys in text inputs belong to the input. */
function isTyped(target: Element): boolean {
  return target.matches("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable=true]");
}
