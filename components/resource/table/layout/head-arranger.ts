"use client";
import { type RefObject, useEffect, useRef } from "react";
import { withMoved, withWidth } from "./change-layout";
import { widthWithin } from "./layout";
import type { LayoutTarget } from "./use-layout";

export interface HeadArrangerProps extends Pick<LayoutTarget, "control" | "columns"> {
  head: RefObject<HTMLTableSectionElement | null>;
  /** The visible columns in order. */
  shown: readonly { id: string; pinnedAt?: number }[];
}

/** Pixels by which a key resizes a column. */
const step = 16;

const headOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("th[data-column]") : null;
const edgeOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(".column-edge") : null;

/**
 * Moves columns by dragging their heads and resizes them by their edges; by keyboard with Ctrl Shift and arrows, and Shift and
 * arrows. Loaded when the head is hovered or focused; renders nothing.
 */
export default function HeadArranger({ head, columns, shown, control }: HeadArrangerProps) {
  const dragged = useRef<string>(undefined);
  // On each render, since the possible moves change.
  useEffect(() => {
    const element = head.current;
    if (!element) return;
    const listening = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, listener, { signal: listening.signal });

    const { layout, setLayout } = control;
    const isPinned = (id: string) =>
      shown.some((column) => column.id === id && column.pinnedAt !== undefined);
    const move = (id: string | undefined, target: string | undefined) => {
      if (id && target && id !== target && isPinned(id) === isPinned(target))
        setLayout(withMoved(layout, columns, id, target));
    };
    const heads = [...element.querySelectorAll<HTMLElement>("th[data-column]")];
    for (const one of heads) one.draggable = true;
    const markOver = (over?: HTMLElement) => {
      for (const one of heads) one.toggleAttribute("data-over", one === over);
    };

    on("dragstart", (event) => {
      dragged.current = headOf(event)?.dataset.column;
      if (!event.dataTransfer || dragged.current === undefined) return;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", dragged.current);
    });
    on("dragover", (event) => {
      const over = headOf(event);
      if (dragged.current === undefined || !over) return;
      event.preventDefault();
      markOver(over.dataset.column === dragged.current ? undefined : over);
    });
    on("drop", (event) => {
      if (dragged.current === undefined) return;
      event.preventDefault();
      move(dragged.current, headOf(event)?.dataset.column);
    });
    on("dragend", () => {
      dragged.current = undefined;
      markOver();
    });
    on("keydown", (event) => {
      const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const pressedAt = headOf(event);
      const id = pressedAt?.dataset.column;
      if (!direction || !event.shiftKey || event.altKey || !pressedAt || !id) return;
      event.preventDefault();
      const width = pressedAt.getBoundingClientRect().width + direction * step;
      if (!event.ctrlKey && !event.metaKey) setLayout(withWidth(layout, id, width));
      else move(id, shown[shown.findIndex((column) => column.id === id) + direction]?.id);
    });
    // Prevents dragging the head.
    on("mousedown", (event) => {
      if (edgeOf(event)) event.preventDefault();
    });
    on("pointerdown", (event) => {
      const [edge, sized] = [edgeOf(event), headOf(event)];
      const id = sized?.dataset.column;
      if (edge && sized && id && event.button === 0)
        dragEdge(edge, sized, event, (width) => setLayout(withWidth(layout, id, width)));
    });
    on("dblclick", (event) => {
      const id = edgeOf(event) && headOf(event)?.dataset.column;
      if (id) setLayout(withWidth(layout, id, undefined));
    });
    return () => listening.abort();
  });
  return null;
}

/** The column follows the pointer without rendering; the width is reported once, on release. */
function dragEdge(
  edge: HTMLElement,
  head: HTMLElement,
  { clientX: from, pointerId }: PointerEvent,
  onDone: (width: number) => void,
): void {
  const before = head.getBoundingClientRect().width;
  let width = before;
  const following = new AbortController();
  const { signal } = following;
  const end = () => {
    following.abort();
    head.style.width = "";
  };
  edge.setPointerCapture(pointerId);
  edge.addEventListener(
    "pointermove",
    ({ clientX }) => {
      width = widthWithin(before + clientX - from);
      head.style.width = `${width}px`;
    },
    { signal },
  );
  edge.addEventListener(
    "pointerup",
    () => {
      end();
      if (width !== before) onDone(width);
    },
    { signal },
  );
  edge.addEventListener("pointercancel", end, { signal });
}
