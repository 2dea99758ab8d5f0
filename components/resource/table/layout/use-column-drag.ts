"use client";
import { type DragEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { widthWithin } from "./layout";

/** What can be done with the columns of a table at their heads. */
export interface ColumnArrangement {
  /** Puts a column where another one stands. */
  move: (id: string, target: string) => void;
  /** Makes a column so wide, in pixels; undefined leaves that to the table. */
  resize: (id: string, width: number | undefined) => void;
}

/** Pixels that a key makes a column wider or narrower by. */
const step = 16;

/**
 * Columns are moved by their heads and made wider by their edges; with the keyboard by Ctrl Shift and the arrows, and by
 * Shift and the arrows.
 * @param ids of the columns in their order
 */
export function useColumnDrag(
  arrangement: ColumnArrangement | undefined,
  ids: readonly string[],
  isPinned: (id: string) => boolean,
) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  if (!arrangement) return undefined;
  const { move, resize } = arrangement;
  const canGo = (id: string, target: string | undefined): target is string =>
    target !== undefined && target !== id && isPinned(id) === isPinned(target);
  const stop = () => {
    setDragged(undefined);
    setOver(undefined);
  };

  return {
    isTarget: (id: string) => over === id,
    headProps: (id: string) => ({
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", id);
        setDragged(id);
      },
      onDragEnd: stop,
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return;
        event.preventDefault();
        setOver(canGo(dragged, id) ? id : undefined);
      },
      onDrop: (event: DragEvent) => {
        if (dragged === undefined) return;
        event.preventDefault();
        if (canGo(dragged, id)) move(dragged, id);
        stop();
      },
      onKeyDown: (event: KeyboardEvent<HTMLTableCellElement>) => {
        const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!direction || !event.shiftKey || event.altKey) return;
        event.preventDefault();
        const target = ids[ids.indexOf(id) + direction];
        if (!event.ctrlKey && !event.metaKey)
          resize(id, widthWithin(event.currentTarget.getBoundingClientRect().width + direction * step));
        else if (canGo(id, target)) move(id, target);
      },
    }),
    edgeProps: (id: string) => ({
      // Or the head would be dragged.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const head = event.currentTarget.closest("th");
        if (head && event.button === 0)
          dragEdge(event.currentTarget, head, event, (width) => resize(id, width));
      },
      onDoubleClick: () => resize(id, undefined),
    }),
  };
}

/** The column follows the pointer without being rendered; how wide it became is told once, when it is let go. */
function dragEdge(
  edge: HTMLElement,
  head: HTMLTableCellElement,
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
