"use client";
import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useRef } from "react";
import type { Point, Size } from "../image/geometry";
import { ScrollArea } from "../scroll-area";
import { type Area, areaOf, boundsOf, drawAll, drawShape, type Shape, shapeAt } from "./drawing";
import type { DrawingControl } from "./use-drawing";

interface DrawingCanvasProps {
  ref: (canvas: HTMLCanvasElement | null) => void;
  /** Takes the keys of the drawing. */
  area: RefObject<HTMLElement | null>;
  labels: { canvas: string; area: string; newText: string };
  picture: HTMLImageElement;
  full: Size;
  control: DrawingControl;
  zoom: number;
  /** Called when a text was placed and can be typed. */
  onText: () => void;
}

/** Canvas over a picture: draws, selects and crops with mouse, touch or stylus. */
export function DrawingCanvas({
  ref,
  area,
  labels,
  picture,
  full,
  control,
  zoom,
  onText,
}: DrawingCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { drawing, kept, selected, cropping } = control;

  useEffect(() => {
    ref(canvas.current);
    return () => ref(null);
  }, [ref]);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context) drawAll(context, picture, full, drawing);
  }, [picture, full, drawing]);

  const handlers = useGestures(canvas, control, labels.newText, onText, () => {
    const context = canvas.current?.getContext("2d");
    if (context) drawAll(context, picture, full, drawing);
    return context ?? undefined;
  });
  const frame = cropping ?? (selected && boundsOf(selected));

  return (
    <ScrollArea ref={area} label={labels.area} className="bg-background">
      <div className="min-w-fit p-4">
        <div
          className="relative mx-auto overflow-hidden shadow-float"
          style={{ width: kept.width * zoom, height: kept.height * zoom }}
        >
          <canvas
            ref={canvas}
            role="img"
            aria-label={labels.canvas}
            width={kept.width}
            height={kept.height}
            className="block size-full max-w-none cursor-crosshair touch-none bg-white"
            {...handlers}
          />
          {frame && (
            <div
              aria-hidden="true"
              style={placeOf(frame, kept, zoom)}
              className={
                cropping
                  ? "pointer-events-none absolute border-2 border-white shadow-[0_0_0_9999px_rgb(0_0_0/0.55)] outline-1 outline-black outline-dashed"
                  : "pointer-events-none absolute border-2 border-primary border-dashed outline-1 outline-white"
              }
            />
          )}
        </div>
      </div>
    </ScrollArea>
  );
}

function placeOf({ x, y, width, height }: Area, kept: Area, zoom: number): CSSProperties {
  return {
    ...{ left: (x - kept.x) * zoom, top: (y - kept.y) * zoom },
    ...{ width: width * zoom, height: height * zoom },
  };
}

/** @param redraw draws everything but the shape in progress */
function useGestures(
  canvas: RefObject<HTMLCanvasElement | null>,
  control: DrawingControl,
  newText: string,
  onText: () => void,
  redraw: () => CanvasRenderingContext2D | undefined,
) {
  const { kept, drawing, tool, pen } = control;
  /** Points of the current gesture. */
  const points = useRef<Point[]>(undefined);
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = canvas.current?.getBoundingClientRect() ?? new DOMRect();
    return {
      x: kept.x + ((clientX - box.x) / box.width) * kept.width,
      y: kept.y + ((clientY - box.y) / box.height) * kept.height,
    };
  };
  const shapeOf = (drawn: readonly Point[]): Shape | undefined => {
    const [first, last] = [drawn[0], drawn.at(-1)];
    if (!first || !last) return undefined;
    if (tool === "pen") return { ...pen, kind: "pen", points: drawn };
    return tool === "arrow" || tool === "rectangle"
      ? { ...pen, kind: tool, points: [first, last] }
      : undefined;
  };
  const end = () => {
    const drawn = points.current;
    points.current = undefined;
    const shape = drawn && shapeOf(drawn);
    // A click leaves no figure without extent.
    if (shape && (tool === "pen" || (drawn?.length ?? 0) > 1)) control.add(shape);
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || points.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const point = pointOf(event);
      points.current = [point];
      if (tool === "select") control.choose(shapeAt(drawing.shapes, point));
      else if (tool === "text") {
        points.current = undefined;
        control.add({ ...pen, kind: "text", points: [point], text: newText });
        onText();
      } else if (tool === "pen") drawTo(redraw(), shapeOf(points.current));
    },
    onPointerMove({ nativeEvent }: PointerEvent) {
      const [first, last] = [points.current?.[0], points.current?.at(-1)];
      if (!points.current || !first || !last) return;
      const now = pointOf(nativeEvent);
      if (tool === "select") {
        control.move({ x: now.x - last.x, y: now.y - last.y });
        points.current = [now];
      } else if (tool === "crop") control.setCropping(areaOf([first, now]));
      else {
        // Coalesced events keep fast curves round.
        const moved = tool === "pen" ? nativeEvent.getCoalescedEvents().map(pointOf) : [];
        const added = moved.length > 0 ? moved : [now];
        points.current = [...points.current, ...added];
        if (tool === "pen") drawTo(canvas.current?.getContext("2d"), shapeOf([last, ...added]));
        else drawTo(redraw(), shapeOf(points.current));
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function drawTo(context: CanvasRenderingContext2D | null | undefined, shape: Shape | undefined): void {
  if (context && shape) drawShape(context, shape);
}
