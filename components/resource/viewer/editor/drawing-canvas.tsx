"use client";
import { type PointerEvent, useEffect, useRef } from "react";
import type { Point } from "../image/geometry";
import { useViewerKeys } from "../use-viewer-keys";
import { canvasSize, drawAll, drawStroke, type Stroke } from "./drawing";

interface DrawingCanvasProps {
  ref: (canvas: HTMLCanvasElement | null) => void;
  label: string;
  picture: HTMLImageElement;
  strokes: readonly Stroke[];
  zoom: number;
  pen: Omit<Stroke, "points">;
  onStroke: (stroke: Stroke) => void;
  onUndo: () => void;
}

/** Canvas over a picture: draws with mouse, touch or stylus. */
export function DrawingCanvas({
  ref,
  label,
  picture,
  strokes,
  zoom,
  pen,
  onStroke,
  onUndo,
}: DrawingCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const points = useRef<Point[]>(undefined);
  const { width, height } = canvasSize({ width: picture.naturalWidth, height: picture.naturalHeight });
  useViewerKeys({ "Mod+z": onUndo });

  useEffect(() => {
    ref(canvas.current);
    return () => ref(null);
  }, [ref]);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context) drawAll(context, picture, strokes);
  }, [picture, strokes]);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = canvas.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: ((clientX - box.x) / box.width) * width, y: ((clientY - box.y) / box.height) * height };
  };
  const draw = (drawn: readonly Point[]) => {
    const context = canvas.current?.getContext("2d");
    if (context) drawStroke(context, { ...pen, points: drawn });
  };
  const lift = () => {
    if (points.current) onStroke({ ...pen, points: points.current });
    points.current = undefined;
  };

  return (
    <div className="min-h-0 flex-1 overflow-auto bg-background p-4">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={width}
        height={height}
        style={{ width: width * zoom, height: height * zoom }}
        className="mx-auto block max-w-none cursor-crosshair touch-none bg-white shadow-float"
        onPointerDown={(event: PointerEvent) => {
          if (event.button !== 0 || points.current) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          points.current = [pointOf(event)];
          draw(points.current);
        }}
        onPointerMove={({ nativeEvent }: PointerEvent) => {
          const known = points.current;
          const last = known?.at(-1);
          if (!known || !last) return;
          // Coalesced events keep fast curves round.
          const moved = nativeEvent.getCoalescedEvents().map(pointOf);
          const added = moved.length > 0 ? moved : [pointOf(nativeEvent)];
          points.current = [...known, ...added];
          draw([last, ...added]);
        }}
        onPointerUp={lift}
        onPointerCancel={lift}
      />
    </div>
  );
}
