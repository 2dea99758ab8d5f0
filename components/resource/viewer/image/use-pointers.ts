"use client";
import { type PointerEvent, type RefObject, useEffect, useRef } from "react";
import type { Point } from "./geometry";

interface Gestures {
  /** Called with the offset of a drag. */
  onMove: (by: Point) => void;
  /** Called on pinch or wheel, with the factor and the fixed point relative to the centre. */
  onZoom: (factor: number, about: Point) => void;
}

/** Recognises drag, pinch and wheel; spread the handlers on the stage. */
export function usePointers(stage: RefObject<HTMLElement | null>, { onMove, onZoom }: Gestures) {
  const pointers = useRef(new Map<number, Point>());
  const zoom = useRef(onZoom);
  useEffect(() => {
    zoom.current = onZoom;
  });

  const fromMiddle = ({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: x - box.x - box.width / 2, y: y - box.y - box.height / 2 };
  };

  // React's wheel listeners are passive and cannot prevent scrolling or page zoom.
  useEffect(() => {
    const element = stage.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const box = element?.getBoundingClientRect() ?? new DOMRect();
      // Lines for a mouse wheel, pixels for a touch pad; a touch pad pinch has Ctrl and small steps.
      const amount = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
      zoom.current(Math.exp((event.ctrlKey ? -0.01 : -0.002) * amount), {
        x: event.clientX - box.x - box.width / 2,
        y: event.clientY - box.y - box.height / 2,
      });
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [stage]);

  const leave = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  return {
    fromMiddle,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove(event: PointerEvent) {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        pointers.current.set(event.pointerId, now);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        if (!other) return onMove({ x: now.x - before.x, y: now.y - before.y });
        const distance = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
        onMove({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
        onZoom(
          distance(now) / distance(before),
          fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }),
        );
      },
      onPointerUp: leave,
      onPointerCancel: leave,
    },
  };
}
