import type { Point, Size } from "../image/geometry";

/** Maximum pixels of the longer side (AT-03); larger pictures are scaled down. */
export const maxSide = 2048;
export const zooms = [0.25, 0.5, 0.75, 1, 1.5, 2] as const;
export const penWidths = [5, 10, 15] as const;
export const penColours = { blue: "#1d4ed8", red: "#dc2626", black: "#000000", white: "#ffffff" } as const;
export type PenColour = keyof typeof penColours;

/** One stroke of the pen. */
export interface Stroke {
  width: (typeof penWidths)[number];
  colour: PenColour;
  /** In pixels of the picture. */
  points: readonly Point[];
}

/** Returns the size at which a picture is annotated. */
export function canvasSize({ width, height }: Size): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function drawStroke(context: CanvasRenderingContext2D, { width, colour, points }: Stroke): void {
  const [first, ...others] = points;
  if (!first) return;
  context.strokeStyle = penColours[colour];
  context.lineWidth = width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(first.x, first.y);
  // A dot is a line to its start.
  for (const { x, y } of others.length > 0 ? others : [first]) context.lineTo(x, y);
  context.stroke();
}

export function drawAll(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  strokes: readonly Stroke[],
): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  for (const stroke of strokes) drawStroke(context, stroke);
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
