import type { Point, Size } from "../image/geometry";

/** Maximum pixels of the longer side (AT-03); larger pictures are scaled down. */
export const maxSide = 2048;
export const zooms = [0.25, 0.5, 0.75, 1, 1.5, 2] as const;
export const penWidths = [5, 10, 15] as const;
export const penColours = { blue: "#1d4ed8", red: "#dc2626", black: "#000000", white: "#ffffff" } as const;
export type PenColour = keyof typeof penColours;

export interface Pen {
  width: (typeof penWidths)[number];
  colour: PenColour;
}

/** Coordinates in pixels of the picture, before cropping. */
export interface Area extends Point, Size {}

/** Line along its points. */
export interface Stroke extends Pen {
  kind: "pen";
  points: readonly Point[];
}

/** Between two opposite corners, or from the first point to the tip. */
export interface Figure extends Pen {
  kind: "arrow" | "rectangle";
  points: readonly [Point, Point];
}

/** Begins at its top left corner. */
export interface Caption extends Pen {
  kind: "text";
  points: readonly [Point];
  text: string;
}

export type Shape = Stroke | Figure | Caption;

/** Shapes on a picture, and its crop. */
export interface Drawing {
  shapes: readonly Shape[];
  crop?: Area;
}

/** Returns the size at which a picture is annotated. */
export function canvasSize({ width, height }: Size): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const fontSize = ({ width }: Pen) => width * 3 + 5;
const lineHeight = 1.25;

function drawLine(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  const [first, ...others] = points;
  if (!first) return;
  context.beginPath();
  context.moveTo(first.x, first.y);
  // A dot is a line to its start.
  for (const { x, y } of others.length > 0 ? others : [first]) context.lineTo(x, y);
  context.stroke();
}

/** Returns the ends of an arrow's head around its tip. */
function arrowHead([from, tip]: readonly [Point, Point], width: number): [Point, Point, Point] {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const end = (turn: number) => ({
    x: tip.x - width * 4 * Math.cos(angle + turn),
    y: tip.y - width * 4 * Math.sin(angle + turn),
  });
  return [end(0.5), tip, end(-0.5)];
}

export function drawShape(context: CanvasRenderingContext2D, shape: Shape): void {
  context.strokeStyle = penColours[shape.colour];
  context.fillStyle = context.strokeStyle;
  context.lineWidth = shape.width;
  context.lineCap = "round";
  context.lineJoin = "round";
  if (shape.kind === "rectangle") {
    const { x, y, width, height } = areaOf(shape.points);
    context.strokeRect(x, y, width, height);
  } else if (shape.kind === "text") {
    context.font = `600 ${fontSize(shape)}px sans-serif`;
    context.textBaseline = "top";
    context.fillText(shape.text, shape.points[0].x, shape.points[0].y);
  } else {
    drawLine(context, shape.points);
    if (shape.kind === "arrow") drawLine(context, arrowHead(shape.points, shape.width));
  }
}

/** Draws the kept part of a picture at the size of the canvas. */
export function drawAll(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  full: Size,
  { shapes, crop }: Drawing,
): void {
  const { width, height } = context.canvas;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.translate(-(crop?.x ?? 0), -(crop?.y ?? 0));
  context.drawImage(picture, 0, 0, full.width, full.height);
  for (const shape of shapes) drawShape(context, shape);
}

/** Returns the smallest area with all points. */
export function areaOf(points: readonly Point[]): Area {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Returns the area of a shape with its lines; that of a text is approximate. */
export function boundsOf(shape: Shape): Area {
  const { x, y, width, height } = areaOf(shape.points);
  if (shape.kind === "text")
    return { x, y, width: fontSize(shape) * 0.6 * shape.text.length, height: fontSize(shape) * lineHeight };
  const edge = shape.width / 2 + 2;
  return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
}

/** Returns the index of the topmost shape at a point; -1 if there is none. */
export function shapeAt(shapes: readonly Shape[], { x, y }: Point): number {
  return shapes.findLastIndex((shape) => {
    const bounds = boundsOf(shape);
    return x >= bounds.x && y >= bounds.y && x <= bounds.x + bounds.width && y <= bounds.y + bounds.height;
  });
}

export function movedShape<S extends Shape>(shape: S, by: Point): S {
  return { ...shape, points: shape.points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })) };
}

/** Moves the last point of a figure; other shapes keep their size. */
export function resizedShape(shape: Shape, by: Point): Shape {
  if (shape.kind !== "arrow" && shape.kind !== "rectangle") return shape;
  const [from, to] = shape.points;
  return { ...shape, points: [from, { x: to.x + by.x, y: to.y + by.y }] };
}

/** Smallest side of a crop in pixels. */
const minCrop = 16;

/** Clamps an area to another one, in whole pixels. */
export function within(area: Area, { x, y, width, height }: Area): Area {
  const clamp = (value: number, min: number, max: number) =>
    Math.round(Math.min(Math.max(value, min), Math.max(min, max)));
  const [w, h] = [clamp(area.width, minCrop, width), clamp(area.height, minCrop, height)];
  return {
    ...{ width: Math.min(w, width), height: Math.min(h, height) },
    ...{ x: clamp(area.x, x, x + width - w), y: clamp(area.y, y, y + height - h) },
  };
}

/** Moves the lower right corner of an area within another one. */
export function resizedArea({ x, y, width, height }: Area, by: Point, room: Area): Area {
  const rest = { x, y, width: room.x + room.width - x, height: room.y + room.height - y };
  return within({ x, y, width: width + by.x, height: height + by.y }, rest);
}

const kinds: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

/** Returns the type to save as: the original if browsers can encode it, else a lossless one. */
export function savedType(extension: string): string {
  return kinds[extension] ?? "image/png";
}
