export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Scale of a picture and the offset of its centre from the stage's centre, in screen pixels. */
export interface Placement extends Point {
  scale: number;
}

export const maxScale = 8;
/** Zoom factor of + and -. */
export const zoomStep = 1.25;

/** Returns the size of a picture after quarter turns. */
export function turned({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the scale at which the whole picture fits; small ones are not enlarged. */
export function fitScale(stage: Size, picture: Size): number {
  if (!stage.width || !stage.height || !picture.width || !picture.height) return 1;
  return Math.min(1, stage.width / picture.width, stage.height / picture.height);
}

/** Limits the zoom to the fitting scale, or a tenth of it for pictures that fit anyway. */
export function boundedScale(scale: number, fit: number): number {
  return Math.min(maxScale, Math.max(Math.min(fit, 0.1), scale));
}

/** Clamps the offset so that the edges of a larger picture stay outside the stage; smaller ones are centred. */
export function bounded({ scale, x, y }: Placement, stage: Size, picture: Size): Placement {
  const room = (inside: number, outside: number) => Math.max(0, (inside * scale - outside) / 2);
  const within = (value: number, maxOffset: number) => Math.min(maxOffset, Math.max(-maxOffset, value)) || 0;
  return {
    scale,
    x: within(x, room(picture.width, stage.width)),
    y: within(y, room(picture.height, stage.height)),
  };
}

/** Zooms around a fixed point, relative to the stage's centre. */
export function scaledAbout(from: Placement, scale: number, { x, y }: Point): Placement {
  const factor = scale / from.scale;
  return { scale, x: x - (x - from.x) * factor, y: y - (y - from.y) * factor };
}
